import type { LocalDate } from '#domain/calendar.ts';
import type { LoanStatus } from '#domain/loan/loan-status.ts';

interface ModelInstalment {
  readonly dueDate: LocalDate;
  baseMinor: number;
  penaltyMinor: number;
  /** What its penalties still may come to. */
  roomMinor: number;
}

/** Penalties of a payment come to so much of it at most, and those of a loan to so much of what was lent. */
export interface PenaltyMaximum {
  readonly ofPaymentPpm: number;
  readonly ofLoanMinor: number;
}

const millisecondsPerDay = 86_400_000;

function daysLate(dueDate: LocalDate, today: LocalDate): number {
  return (Date.parse(today) - Date.parse(dueDate)) / millisecondsPerDay;
}

/** amount × ppm / 10^6, half to even, written apart from the domain so that the two check each other. */
function share(amountMinor: number, ppm: number): number {
  const product = BigInt(amountMinor) * BigInt(ppm);
  const whole = product / 1_000_000n;
  const rest = product % 1_000_000n;
  const isUp = rest > 500_000n || (rest === 500_000n && whole % 2n === 1n);
  return Number(whole + (isUp ? 1n : 0n));
}

/** What a loan owes, day by day, in the plainest way: a list of amounts, no ledger and no database. */
export class LateLoanModel {
  suspenseMinor = 0;
  private readonly instalments: ModelInstalment[];
  private readonly bands: readonly { readonly fromDay: number; readonly dailyPpm: number }[];
  private readonly lateFeeMinor: number;
  private roomMinor: number;

  constructor(
    bases: readonly { readonly dueDate: LocalDate; readonly baseMinor: number }[],
    bands: readonly { readonly fromDay: number; readonly dailyPpm: number }[],
    lateFeeMinor: number,
    maximum: PenaltyMaximum | null = null,
  ) {
    this.instalments = bases.map((base) => ({
      ...base,
      penaltyMinor: 0,
      roomMinor: maximum === null ? Number.POSITIVE_INFINITY : share(base.baseMinor, maximum.ofPaymentPpm),
    }));
    this.roomMinor = maximum?.ofLoanMinor ?? Number.POSITIVE_INFINITY;
    this.bands = bands;
    this.lateFeeMinor = lateFeeMinor;
  }

  /** Adds what a new day costs. */
  beginDay(today: LocalDate): void {
    for (const instalment of this.instalments) {
      const late = daysLate(instalment.dueDate, today);
      if (late < 1 || instalment.baseMinor === 0) continue;
      if (late === 1) this.charge(instalment, this.lateFeeMinor);
      const ppm = this.bands.filter(({ fromDay }) => fromDay <= late).at(-1)?.dailyPpm ?? 0;
      this.charge(instalment, share(instalment.baseMinor, ppm));
    }
  }

  private charge(instalment: ModelInstalment, amountMinor: number): void {
    const chargedMinor = Math.min(amountMinor, instalment.roomMinor, this.roomMinor);
    instalment.penaltyMinor += chargedMinor;
    instalment.roomMinor -= chargedMinor;
    this.roomMinor -= chargedMinor;
  }

  /** Takes a payment: oldest instalment first, its penalty before the rest of it. */
  pay(amountMinor: number): void {
    let left = amountMinor;
    for (const instalment of this.instalments) {
      const toPenalty = Math.min(left, instalment.penaltyMinor);
      instalment.penaltyMinor -= toPenalty;
      const toBase = Math.min(left - toPenalty, instalment.baseMinor);
      instalment.baseMinor -= toBase;
      left -= toPenalty + toBase;
    }
    this.suspenseMinor += left;
  }

  owedMinor(): number {
    return this.instalments.reduce((sum, { baseMinor, penaltyMinor }) => sum + baseMinor + penaltyMinor, 0);
  }

  /** What is late, or else the next instalment. */
  dueMinor(today: LocalDate): number {
    const unpaid = this.instalments.filter(({ baseMinor, penaltyMinor }) => baseMinor + penaltyMinor > 0);
    const late = unpaid.filter(({ dueDate }) => dueDate < today);
    const dueInstalments = late.length > 0 ? late : unpaid.slice(0, 1);
    return dueInstalments.reduce((sum, { baseMinor, penaltyMinor }) => sum + baseMinor + penaltyMinor, 0);
  }

  status(today: LocalDate): LoanStatus {
    if (this.owedMinor() === 0) return 'settled';
    const isLate = this.instalments.some(({ dueDate, baseMinor }) => dueDate < today && baseMinor > 0);
    return isLate ? 'overdue' : 'to-repay';
  }
}
