import { listLoanFiles, readLoanFile } from '#contract/host/loan-file.ts';
import { orNotFound } from '#domain/error-code.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { findLoan } from '../ledger/loans.ts';
import { filesOfLoan, type LoanFileRecord } from './store.ts';

export const answeredFileCalls: readonly AnsweredHostCall[] = [
  answerHost(listLoanFiles, async ({ transaction }, { orderNumber }) => {
    const loan = orNotFound(await findLoan(transaction, orderNumber), 'orderNumber');
    return { data: { files: (await filesOfLoan(transaction, loan)).map(fileView) } };
  }),
  answerHost(readLoanFile, async ({ transaction }, { orderNumber, kind }) => {
    const loan = orNotFound(await findLoan(transaction, orderNumber), 'orderNumber');
    const file = orNotFound(
      (await filesOfLoan(transaction, loan)).find((each) => each.kind === kind),
      'kind',
    );
    return { data: { ...fileView(file), mediaType: 'application/pdf' as const, content: file.content } };
  }),
];

function fileView({ kind, number, language, hash: sha256, madeAt }: LoanFileRecord) {
  return { kind, number, language, sha256, madeAt };
}
