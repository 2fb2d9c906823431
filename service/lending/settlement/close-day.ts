import { closeSettlementDay } from '#contract/host/settlement.ts';
import { CodedError } from '#domain/error-code.ts';
import { marketOfCurrency, startOfDayIn } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import { providerOfSource } from '#domain/settlement/settlement.ts';
import { answerDecision } from '../decision/answer-decision.ts';
import { bookCash } from '../ledger/cash-movements.ts';
import { requireFile } from './require-file.ts';
import { closeLines, countLines, insertClosing, settledOn } from './store.ts';

/**
 * Closes a day of a settlement file. Only amounts that nobody but the file reports count towards the limit of the person who closes it:
 * fees that the provider kept, and differences that staff accepted with a note.
 */
export const answeredClosing = answerDecision(closeSettlementDay, async (context, { fileId, day }) => {
  const { reading, now, actor } = context;
  const file = await requireFile(reading, fileId);
  const { currency } = file;
  const { settled, openCount, keptMinor, differenceMinor } = await settledOn(reading.database, {
    fileId,
    day,
  });
  if (openCount > 0) throw new CodedError('status-conflict', 'day');
  const sum = (name: 'settledMinor' | 'feeMinor') =>
    settled.reduce((total, each) => total + BigInt(each[name]), 0n);
  const lineCount = settled.reduce((total, each) => total + each.lineCount, 0);
  const [settledMinor, feeMinor] = [sum('settledMinor'), sum('feeMinor')];
  const occurredAt = startOfDayIn(marketOfCurrency(currency), day);
  return {
    decided: null,
    money: { currency, amountMinor: minorAmount(keptMinor + differenceMinor) },
    cash: { settledMinor: Number(settledMinor - feeMinor), feeMinor: Number(feeMinor), differenceMinor },
    data: {
      day,
      lineCount,
      settledMinor: String(settledMinor - feeMinor),
      feeMinor: String(feeMinor),
    },
    async beside(transaction) {
      if (lineCount === 0) return;
      await closeLines(transaction, { fileId, day, now });
      await insertClosing(transaction, file, { day, closedAt: now, closedBy: actor });
      await countLines(transaction, fileId);
      for (const each of settled) {
        const key = `${fileId}:${day}:${each.provider ?? ''}:${each.firstLine}`;
        const of = { key, occurredAt, currency };
        const holder = each.provider ?? providerOfSource(file.source);
        const [cash, fee] = [BigInt(each.settledMinor), BigInt(each.feeMinor)];
        bookCash(transaction, { kind: 'settlement', amountMinor: cash, ...of }, holder, context);
        bookCash(transaction, { kind: 'provider-fee', amountMinor: fee, ...of }, holder, context);
      }
    },
  };
});
