/** `to-send` is a message that waits for its time and becomes `we-wrote`, or `not-sent` where it may not go. */
export const noteKinds = [
  'note',
  'they-called',
  'we-called',
  'we-wrote',
  'we-visited',
  'pause',
  'to-send',
  'not-sent',
] as const;
export type NoteKind = (typeof noteKinds)[number];

export const caseNoteKinds = [
  'note',
  'they-called',
  'we-called',
  'we-wrote',
  'we-visited',
] as const satisfies readonly NoteKind[];

/** Contacts by collectors, allowed in the market's hours. */
export const contactWays = ['we-called', 'we-wrote', 'we-visited'] as const satisfies readonly NoteKind[];
export type ContactWay = (typeof contactWays)[number];

export const contactResults = ['reached', 'no-answer', 'another-person', 'promised', 'refused'] as const;
export type ContactResult = (typeof contactResults)[number];

/** The ledger decides the state the day after the promised day. */
export const promiseStates = ['open', 'kept', 'broken'] as const;
export type PromiseState = (typeof promiseStates)[number];

export const noteMaxLength = 1000;
