import { paymentWords } from '#content/market-words.ts';
import { documentsText } from '#content/messages/documents.ts';
import { receivedText } from '#content/messages/received.ts';
import { fill } from '#content/text-pack.ts';
import { readAgreement, readLoan } from '#contract/calls/loan.ts';
import { localDate } from '#domain/calendar.ts';
import { calendarFile } from '#domain/loan/due-date-calendar.ts';
import { lastSequence } from '#domain/loan/instalment-state.ts';
import { isRunning } from '#domain/loan/loan-status.ts';
import { receiptNumber } from '#domain/loan/receipt-number.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { fileAnswer, paperAnswer } from '../paper/file-answer.ts';
import { Refusal } from '../problem.ts';
import { resource } from '../screen.tsx';
import { loadAgreement } from './agreement-paper.ts';
import { loadLetter } from './closure-letter.tsx';
import { documentPaths, hasDueDates, receiptPath } from './document-paths.ts';
import { loadReceipt, receiptPaper } from './receipt-paper.ts';

/** The receipt of a payment as a PDF; of one that was taken back the page that says so. */
export const receiptPdf = resource({
  path: () => documentPaths.receiptPdf,
  get: (open) =>
    paperAnswer(open, async () => {
      const { receipt } = await loadReceipt(open);
      if (receipt === null) {
        return open.showAt(open.link(receiptPath, { ...open.key(), paymentId: open.parameter('paymentId') }));
      }
      const name = `${receivedText[open.language].title}-${receiptNumber(receipt.payment.paymentId)}`;
      return { paper: receiptPaper(open, receipt), name };
    }),
});

/** The agreement as it was accepted, or would be, as a PDF. */
export const agreementPdf = resource({
  path: () => documentPaths.agreementPdf,
  get: (open) =>
    paperAnswer(open, async () => {
      const { paper, orderNumber } = await loadAgreement(open);
      return { paper, name: `${documentsText[open.language].agreement}-${orderNumber}` };
    }),
});

/** The text of an agreement letter by letter, whose SHA-256 is the one that was kept. */
export const agreementTextFile = resource({
  path: () => documentPaths.agreementText,
  async get(open) {
    const orderNumber = open.parameter('orderNo');
    const { accepted } = await open.ask(readAgreement, { orderNumber });
    if (!accepted) throw Refusal.coded('not-found');
    const name = `${documentsText[open.language].agreement}-${orderNumber}`;
    return fileAnswer(accepted.text, 'text/plain; charset=utf-8', name, 'txt');
  },
});

/** The letter that nothing is owed as a PDF. */
export const letterPdf = resource({
  path: () => documentPaths.letterPdf,
  get: (open) =>
    paperAnswer(open, async () => ({
      paper: await loadLetter(open),
      name: documentsText[open.language].letter,
    })),
});

/** The payments of a loan for a calendar, which takes off those that are paid. */
export const dueDates = resource({
  path: () => documentPaths.dueDates,
  async get(open) {
    const { language, config, h5Base } = open;
    const text = documentsText[language];
    const { status, statement, balance, currency } = await open.ask(readLoan, open.key());
    if (!hasDueDates({ status, statement }) || !statement || !balance) throw Refusal.coded('not-found');
    const { orderNumber } = balance;
    const { company, market } = open.lenderOf(currency);
    const days = statement.instalments.map(({ sequence, dueDate, owedMinor, chargedMinor }) => ({
      id: `${orderNumber}-${sequence}`,
      day: localDate(dueDate),
      title: fill(text.calendarTitle, {
        amount: formatMoney(owedMinor || chargedMinor, language, config.amountStyle, currency),
      }),
      note: fill(text.calendarEntry, {
        ...paymentWords(market, language),
        ...{ number: sequence, count: lastSequence(statement.instalments), loan: orderNumber },
      }),
      // Never the session: a calendar is read by others and by other apps.
      link: '',
      isPaid: owedMinor === 0 || !isRunning(status),
    }));
    const file = calendarFile(days, {
      name: company.appName,
      host: new URL(h5Base).hostname,
      madeAt: open.now(),
    });
    return fileAnswer(file, 'text/calendar; charset=utf-8', `${text.calendar}-${orderNumber}`, 'ics');
  },
});
