/** Most characters of a contact. */
export const contactMaxLength = 120;

/** Why a contact was refused. */
export type ContactProblem = 'contactEmpty' | 'contactInvalid';

/** What is wrong with a contact, a telephone number or a mail address; null when nothing is (TEST-1). */
export function contactProblem(contact: string): ContactProblem | null {
  const trimmed = contact.trim();
  if (trimmed === '') return 'contactEmpty';
  const isTelephone = /^\+?(?=(?:\D*\d){7})[0-9 ()-]{7,20}$/.test(trimmed);
  const isMail = /^[^\s@<>"]+@[^\s@<>".]+(?:\.[^\s@<>".]+)+$/.test(trimmed);
  return trimmed.length <= contactMaxLength && (isTelephone || isMail) ? null : 'contactInvalid';
}
