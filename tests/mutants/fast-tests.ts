/**
 * Files that `npm test` runs, by the mistakes that they tell too. These mistakes have tests of their own that take too long for it.
 * Each file was seen to fail.
 */
export const fastTests: Readonly<Record<string, string>> = {
  'a loan that is read is not locked': 'service/lending/repayment/payment-identity.test.ts',
  'the id of a message has no key': 'service/lending/http/host-gate.test.ts',
  "the name of a provider's event has no key": 'service/lending/repayment/payment-identity.test.ts',
  'a complaint that is sent again is another': 'service/lending/complaint/complaints.test.ts',
  'the sessions of a borrower are not locked': 'service/lending/borrower/sessions.test.ts',
  'a quote that is accepted is not locked': 'service/lending/offer/binding-proposal.test.ts',
  'a settlement file is not locked while a line of it is decided':
    'service/lending/settlement/settlement.test.ts',
  'a line is said to be with the unmatched whose payment was reported meanwhile':
    'service/lending/settlement/settlement.test.ts',
  'a name is shown to everybody of the desk': 'core/domain/desk/mask.test.ts',
  'an image may be of any size': 'service/lending/complaint/image.test.ts',
  'a GIF is an image': 'service/lending/complaint/image.test.ts',
  'work that broke off is not done again': 'service/db/repeated-statements.test.ts',
  'a push that is repeated is refused': 'service/lending/offer/accept-quote.test.ts',
  'many guess at once': 'core/domain/sms/one-time-secret.test.ts',
};
