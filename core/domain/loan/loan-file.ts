/** Accepted documents of a loan: the agreement, and the market's paper shown before it (LEGAL-6). */
export const loanFileKinds = ['agreement', 'key-facts'] as const;
export type LoanFileKind = (typeof loanFileKinds)[number];
