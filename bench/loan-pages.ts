import { type PageQuery, readPageQuery, screenLink } from '#contract/page-query.ts';
import type { Language } from '#domain/language.ts';
import type { SandboxAction, SandboxLender } from '#pages/pages-config.ts';

/** A page to measure: where it is and what its main button is. */
export interface BenchPage {
  readonly name: string;
  readonly link: string;
  readonly mainButton: string;
}

const deviceId = 'bench-device';

/** The demo borrower of a language, as the pages know her. */
interface BenchBorrower {
  readonly borrowerId: string;
  readonly query: PageQuery;
  readonly confirmLink: string;
}

/**
 * The loan screens, one after another: the confirmation, then, once its offer is accepted and paid out by the lender's
 * own calls, the order and the repayment of the loan that is due.
 */
export async function* loanPages(
  address: string,
  sandbox: SandboxLender,
  language: Language,
): AsyncGenerator<BenchPage> {
  const borrower = await borrowerOf(address, sandbox, language);
  yield { name: 'confirm', link: borrower.confirmLink, mainButton: 'main form button' };
  const { orderNumber } = await accept(sandbox, borrower);
  for (const kind of ['approve', 'pay-out'] as const) await act(sandbox, { kind, orderNumber });
  const { productId, loanId } = await loanOf(sandbox, borrower);
  const link = (path: string) => address + screenLink(path, borrower.query, { productId, orderId: loanId });
  yield { name: 'order', link: link('/loanDetail'), mainButton: 'main a[href^="/repay?"]' };
  yield { name: 'repay', link: link('/repay'), mainButton: 'main button[command="show-modal"]' };
}

async function borrowerOf(
  address: string,
  sandbox: SandboxLender,
  language: Language,
): Promise<BenchBorrower> {
  const market = language === 'es' ? 'MX' : 'IN';
  const borrower = (await sandbox.borrowers(deviceId)).find((each) => each.market === market);
  const product = borrower?.products[0];
  if (!borrower || !product) throw new Error(`no demo borrower of ${market}`);
  const { borrowerId, userId, sessionId } = borrower;
  const query = { ...readPageQuery(new URLSearchParams()), deviceId, userId, sessionId, language };
  const confirmLink = address + screenLink('/confirmLoan', query, { productId: product.productId });
  return { borrowerId, query, confirmLink };
}

async function loanOf(sandbox: SandboxLender, { borrowerId }: BenchBorrower) {
  const borrower = (await sandbox.borrowers(deviceId)).find((each) => each.borrowerId === borrowerId);
  const loan = borrower?.loans[0];
  if (!loan) throw new Error('the borrower has no loan');
  return loan;
}

/** Accepts the offer as a browser without script would: by sending the page's form. */
async function accept(sandbox: SandboxLender, borrower: BenchBorrower) {
  const html = await (await fetch(borrower.confirmLink)).text();
  const fields = [...html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]): [string, string] => [
    /name="([^"]*)"/.exec(input)?.[1] ?? '',
    /value="([^"]*)"/.exec(input)?.[1] ?? '',
  ]);
  const body = new URLSearchParams([...fields, ['agree', 'yes']]);
  const response = await fetch(borrower.confirmLink, { method: 'POST', body, redirect: 'manual' });
  if (response.status !== 303) throw new Error(`the offer was not accepted: ${response.status}`);
  return loanOf(sandbox, borrower);
}

async function act(sandbox: SandboxLender, action: SandboxAction): Promise<void> {
  const { accepted, detail } = await sandbox.act(action);
  if (!accepted) throw new Error(detail);
}
