/** What people of the desk note of a borrower: a remark, or that they spoke and which of them called. */
export const noteKinds = ['note', 'they-called', 'we-called', 'we-wrote'] as const;
export type NoteKind = (typeof noteKinds)[number];

/** Most characters of a note. */
export const noteMaxLength = 1000;
