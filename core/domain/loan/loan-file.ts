/** What was accepted with a loan, each a file: the agreement, and the market's paper that was shown before it (LEGAL-6). */
export const loanFileKinds = ['agreement', 'key-facts'] as const;
export type LoanFileKind = (typeof loanFileKinds)[number];
