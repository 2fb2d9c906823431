import type { ComplaintReturn } from '../definition.ts';

const notes =
  'Reserve Bank of India, Disclosures in Financial Statements - Notes to Accounts of NBFCs, 19 April 2022';
const internal =
  'Reserve Bank of India, Internal Ombudsman for NBFCs, 15 November 2021, quarterly information';

/** What the Reserve Bank wants to be told of complaints each quarter, by what they are about. */
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
