import type { Effect } from '#domain/desk/effect.ts';
import { daySumOf } from './doors.ts';
import { writeOffLoan } from './host/loan.ts';

/** Why an approval needs a second look: a write-off of a loan that is not late, or more money than the loan owes. */
export type Unusual = 'write-off-on-time' | 'above-debt';

/**
 * What is unusual for an act on a loan; such an act is approved by itself, never among others.
 * @param call the name of the call that it is made by.
 */
export function unusualOf(
  call: string,
  fields: Readonly<Record<string, unknown>>,
  { amountMinor, before }: Pick<Effect, 'amountMinor' | 'before'>,
): Unusual[] {
  if (before === null) return [];
  const unusual: Unusual[] = [];
  const isWriteOff = call === writeOffLoan.name && fields.isReversed !== true;
  if (isWriteOff && before.daysLate === 0) unusual.push('write-off-on-time');
  if (daySumOf(call) === 'received' && amountMinor > before.owedMinor) unusual.push('above-debt');
  return unusual;
}
