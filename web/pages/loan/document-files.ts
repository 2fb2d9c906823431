import { paymentWords } from '#content/market-words.ts';
import { documentsText } from '#content/messages/documents.ts';
import { fill } from '#content/text-pack.ts';
import { readAgreement, readLoan } from '#contract/calls/loan.ts';
import { localDate } from '#domain/calendar.ts';
import { calendarFile } from '#domain/loan/due-date-calendar.ts';
import { lastSequence } from '#domain/loan/instalment-state.ts';
import { isRunning } from '#domain/loan/loan-status.ts';
import { fileAnswer } from '../paper/file-answer.ts';
import { Refusal } from '../problem.ts';
import { resource } from '../screen.tsx';
import { documentPaths, hasDueDates } from './document-paths.ts';

/** The exact text of an agreement, whose SHA-256 is the stored one. */
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

/** The payments of a loan as a calendar file, which cancels the entries of those that are paid. */
export const dueDates = resource({
  path: () => documentPaths.dueDates,
  async get(open) {
    const text = documentsText[open.language];
    const { status, statement, balance, currency } = await open.ask(readLoan, open.key());
    if (!hasDueDates({ status, statement }) || !statement || !balance) throw Refusal.coded('not-found');
    const { orderNumber: loan } = balance;
    const { company, market } = open.lenderOf(currency);
    const money = open.money(currency);
    const words = paymentWords(market, open.language);
    const count = lastSequence(statement.instalments);
    const days = statement.instalments.map(({ sequence: number, dueDate, owedMinor, chargedMinor }) => ({
      id: `${loan}-${number}`,
      day: localDate(dueDate),
      title: fill(text.calendarTitle, { amount: money(owedMinor || chargedMinor) }),
      note: fill(text.calendarEntry, { ...words, number, count, loan }),
      // Never the session: a calendar is read by others and by other apps.
      link: '',
      isPaid: owedMinor === 0 || !isRunning(status),
    }));
    const file = calendarFile(days, {
      name: company.appName,
      host: new URL(open.h5Base).hostname,
      madeAt: open.now(),
    });
    return fileAnswer(file, 'text/calendar; charset=utf-8', `${text.calendar}-${loan}`, 'ics');
  },
});
