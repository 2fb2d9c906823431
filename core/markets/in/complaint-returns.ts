import type { ComplaintReturn } from '../definition.ts';

const notes =
  'Reserve Bank of India, Disclosures in Financial Statements - Notes to Accounts of NBFCs, 19 April 2022';
const internal =
  'Reserve Bank of India, Internal Ombudsman for NBFCs, 15 November 2021, quarterly information';

/** Quarterly returns of complaints to the Reserve Bank, by subject. */
export const indianReturns: readonly ComplaintReturn[] = [
  {
    id: 'ombudsman',
    kind: 'counts',
    months: 3,
    of: 'all',
    fields: [
      { name: 'groundOfComplaint', from: 'type', source: notes },
      { name: 'pendingAtBeginning', from: 'pending-before', source: notes },
      { name: 'received', from: 'received', source: `${notes}; ${internal}` },
      { name: 'disposed', from: 'answered', source: notes },
      { name: 'ofWhichRejected', from: 'lender', source: `${notes}; ${internal}` },
      { name: 'escalatedToInternalOmbudsman', from: 'lender', source: internal },
      { name: 'pendingAtEnd', from: 'pending-after', source: notes },
      { name: 'pendingBeyond30Days', from: 'pending-beyond', source: notes },
    ],
  },
];
