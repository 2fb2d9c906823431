import type { MarketDefinition } from '../definition.ts';

/**
 * Bank holidays of India. Saturdays: Reserve Bank of India, RBI/2015-16/160, 28 August 2015 (from secondary sources). States declare the
 * others each year under section 25 of the Negotiable Instruments Act, 1881; those that follow the moon may move. National: Republic Day,
 * Independence Day, Gandhi Jayanti and Christmas, in the Reserve Bank's holiday matrix for all its offices (rbi.org.in, read for December
 * 2023) and in the press (DNA, 20 December 2021). Maharashtra 2026: notification PHD.1125/C.R.199/Japuk (29) of 5 December 2025, from two
 * secondary sources that agree: Banking School, and News9 of 16 December 2025. 1 April closes only banks, for their annual accounts.
 * Karnataka 2026: general holidays approved by its cabinet on 13 November 2025, from secondary sources (Vartha Bharati, Newsroom First,
 * NDTV Profit); that banks close on 1 April is general knowledge. One source has 14 January for the 15th.
 */
export const indianBankHolidays = {
  saturdays: [2, 4],
  yearly: ['01-26', '08-15', '10-02', '12-25'],
  mondays: [],
  beforeEaster: [],
  someYears: [],
  years: [],
  regions: {
    MH: {
      2026: [
        ...[
          '02-19',
          '03-03',
          '03-19',
          '03-21',
          '03-26',
          '03-31',
          '04-01',
          '04-03',
          '04-14',
          '05-01',
          '05-28',
        ],
        ...['06-26', '08-26', '09-14', '10-20', '11-10', '11-24'],
      ],
    },
    KA: {
      2026: [
        ...['01-15', '03-19', '03-21', '03-31', '04-01', '04-03', '04-14', '04-20', '05-01', '05-28'],
        ...['06-26', '08-26', '09-14', '10-20', '10-21', '11-10', '11-27'],
      ],
    },
  },
} as const satisfies MarketDefinition['bankHolidays'];
