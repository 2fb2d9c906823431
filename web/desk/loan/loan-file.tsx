import { documentsText } from '#content/messages/documents.ts';
import { readLoanFile } from '#contract/host/loan-file.ts';
import { typedDay } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { loanFileKinds } from '#domain/loan/loan-file.ts';
import { letterOf } from '#pages/loan/closure-letter.tsx';
import { fileAnswer, paperAnswer } from '#pages/paper/file-answer.ts';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths } from '../paths.ts';
import { settlementAnswer } from './settlement-quote.tsx';

/** A document of a loan as PDF, as the borrower has it. The download is logged. */
export const loanFile = deskScreen<{ readonly nothing?: never }>({
  path: deskPaths.loanFile,
  needs: 'see-personal-data',
  async load(desk) {
    const [orderNumber, named] = [desk.part('order'), desk.part('kind')];
    if (named === 'letter') return letterAnswer(desk, orderNumber);
    if (named === 'settlement') return settlementAnswer(desk, orderNumber, typedDay(desk.parameter('day')));
    const kind = loanFileKinds.find((each) => each === named);
    if (!kind) throw new CodedError('not-found', 'kind');
    const { content, mediaType } = await desk.service.ask(
      desk.person,
      readLoanFile,
      { orderNumber, kind },
      {
        messageId: desk.newId(),
        subject: `loan:${orderNumber}`,
        loggedAs: 'exported',
        detail: { fields: [kind] },
      },
    );
    return fileAnswer(Buffer.from(content, 'base64'), mediaType, `${kind}-${orderNumber}`, 'pdf');
  },
  title: () => '',
  page: () => null,
});

function letterAnswer({ screen, service, person }: OpenDesk, orderNumber: string): Promise<Response> {
  return paperAnswer(screen, async () => {
    const found = await service.papers.letter(person, orderNumber);
    if (!found) throw new CodedError('not-found');
    const open = screen.inLanguage(found.language);
    const name = `${documentsText[found.language].letter}-${orderNumber}`;
    return { paper: letterOf(open, found.loan, found.agreement), name };
  });
}
