/** What a note of a borrower is of; what begins with `we` is a contact that the lender made. */
export const noteKinds = ['note', 'they-called', 'we-called', 'we-wrote', 'we-visited', 'pause'] as const;
export type NoteKind = (typeof noteKinds)[number];

/** What a note of a case may be; a pause is of a late loan. */
export const caseNoteKinds = [
  'note',
  'they-called',
  'we-called',
  'we-wrote',
  'we-visited',
] as const satisfies readonly NoteKind[];

/** How a borrower is reached by who collects: each at the hours that their market allows. */
export const contactWays = ['we-called', 'we-wrote', 'we-visited'] as const satisfies readonly NoteKind[];
export type ContactWay = (typeof contactWays)[number];

/** What comes of a contact. */
export const contactResults = ['reached', 'no-answer', 'another-person', 'promised', 'refused'] as const;
export type ContactResult = (typeof contactResults)[number];

/** What becomes of a promise to pay: the ledger says it on the day after. */
export const promiseStates = ['open', 'kept', 'broken'] as const;
export type PromiseState = (typeof promiseStates)[number];

/** The longest note, in characters. */
export const noteMaxLength = 1000;
