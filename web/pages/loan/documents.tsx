import type { ReactNode } from 'react';
import { accountStatementText } from '#content/messages/account-statement.ts';
import { agreementText } from '#content/messages/agreement.ts';
import { documentsText } from '#content/messages/documents.ts';
import { remindersText } from '#content/messages/reminders.ts';
import { fill } from '#content/text-pack.ts';
import type { LoanDetail } from '#contract/calls/loan.ts';
import { isRunning } from '#domain/loan/loan-status.ts';
import { usePage, useText } from '../page-context.tsx';
import { remindersPath } from '../reminder/reminders-path.ts';
import { hasLetter } from './closure-letter.tsx';
import { documentPaths, hasDueDates, termsId } from './document-paths.ts';
import styles from './documents.module.css';

/** Backends without figures have no papers. */
export function hasDocuments({ balance, statement }: LoanDetail): boolean {
  return balance !== null && statement !== null;
}

export function LoanDocuments({
  loan,
  agreementLink,
}: {
  readonly loan: LoanDetail;
  readonly agreementLink: string | null;
}): ReactNode {
  const { link, key, paths } = usePage();
  const text = useText(documentsText);
  const agreementWords = useText(agreementText);
  const reminderWords = useText(remindersText);
  const statementWords = useText(accountStatementText);
  const { balance, statement, status } = loan;
  if (!balance || !statement) return null;
  const own = { orderNo: balance.orderNumber };
  return (
    <ul className={styles.documents}>
      {hasLetter(loan) && (
        <Document
          text={text}
          name={text.letter}
          note={text.letterNote}
          page={link(documentPaths.letter, key)}
          file={link(documentPaths.letterPdf, key)}
        />
      )}
      {loan.hasMovements && (
        <Document
          text={text}
          name={statementWords.title}
          note={statementWords.note}
          page={link(documentPaths.accountStatement, key)}
          file={link(documentPaths.accountStatementPdf, key)}
        />
      )}
      {agreementLink && (
        <Document
          text={text}
          name={text.agreement}
          note={text.agreementNote}
          page={agreementLink}
          file={link(documentPaths.agreementPdf, own)}
        />
      )}
      {agreementLink && (
        <li>
          <div>{agreementWords.terms}</div>
          <p>
            <a
              href={`${link(paths.contract, { ...key, ...own })}#${termsId}`}
              aria-label={fill(text.seeOf, { document: agreementWords.terms })}
            >
              {text.see}
            </a>
          </p>
        </li>
      )}
      {hasDueDates(loan) && (
        <li>
          <div>
            {text.calendar}
            <small>{isRunning(status) ? text.calendarNote : text.calendarPaidNote}</small>
          </div>
          <p>
            <a href={link(documentPaths.dueDates, key)}>
              {isRunning(status) ? text.calendarFile : text.calendarPaid}
            </a>
          </p>
        </li>
      )}
      {isRunning(status) && loan.takesReminders && (
        <li>
          <div>
            {reminderWords.link}
            <small>{reminderWords.linkNote}</small>
          </div>
          <p>
            <a href={link(remindersPath, key)} aria-label={reminderWords.chooseOf}>
              {reminderWords.choose}
            </a>
          </p>
        </li>
      )}
    </ul>
  );
}

function Document({
  text,
  name,
  note,
  page,
  file,
}: {
  readonly text: (typeof documentsText)['es'];
  readonly name: string;
  readonly note: string;
  readonly page: string;
  readonly file: string;
}): ReactNode {
  return (
    <li>
      <div>
        {name}
        <small>{note}</small>
      </div>
      <p>
        <a href={page} aria-label={fill(text.seeOf, { document: name })}>
          {text.see}
        </a>
        <a href={file} aria-label={fill(text.pdfOf, { document: name })}>
          {text.pdf}
        </a>
      </p>
    </li>
  );
}
