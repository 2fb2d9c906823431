/** Where the papers of a loan are; the page of its agreement has a path of its own in the configuration. */
export const documentPaths = {
  receiptPdf: '/receipt.pdf',
  agreementPdf: '/agreement.pdf',
  agreementText: '/agreement.txt',
  keyFacts: '/keyFacts',
  keyFactsPdf: '/keyFacts.pdf',
  letter: '/closureLetter',
  letterPdf: '/closureLetter.pdf',
  dueDates: '/dueDates.ics',
} as const;

/** The page of a receipt. */
export const receiptPath = '/receipt';
