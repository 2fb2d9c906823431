/** Page where a borrower's old telephone objects to a change of number. */
export const objectionPath = '/numberChange';
