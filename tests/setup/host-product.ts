/** A product of four payments in Mexico as a lender sets it up, but for its id. */
export const plainProduct = {
  ...{ name: 'Llano 120', market: 'MX', currency: 'MXN', instalmentCount: 4, instalmentDays: 30 },
  ...{ annualInterestPpm: 180_000, dailyInterestPpm: 493, feePpm: 60_000, vatPpm: 160_000 },
  penaltyBands: [{ fromDay: 1, dailyPpm: 30_000 }],
  ...{ extensionDailyPpm: 10_000, extensionMaxDays: 7 },
  ...{ minimumMinor: 100_000, maximumMinor: 1_000_000, stepMinor: 10_000 },
};
