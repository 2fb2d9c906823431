import { type PageQuery, readPageQuery, screenLink } from '#contract/page-query.ts';
import type { Language } from '#domain/language.ts';
import type { SandboxAction, SandboxLender } from '#pages/developer/sandbox-lender.ts';

export interface BenchPage {
  readonly name: string;
  readonly link: string;
  /** CSS selector; null measures sizes only. */
  readonly mainButton: string | null;
}

export const timedPageNames: readonly string[] = ['confirm', 'order', 'repay', 'site-home'];

const deviceId = 'bench-device';

interface BenchBorrower {
  readonly borrowerId: string;
  readonly query: PageQuery;
  readonly confirmLink: string;
}

/**
 * The pages of a loan in the order a borrower meets them (the offer is accepted and paid out on the way), then registration and the public
 * site.
 */
export async function* benchPages(
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
  const sizesOf = (name: string, page: string): BenchPage => ({ name, link: page, mainButton: null });
  yield { name: 'order', link: link('/loanDetail'), mainButton: 'main a[href^="/repay?"]' };
  yield { name: 'repay', link: link('/repay'), mainButton: 'main button[command="show-modal"]' };
  yield sizesOf('extension', link('/repayDelay'));
  yield sizesOf('pay-way', link('/payWay'));
  yield sizesOf('agreement', link('/contract'));
  yield sizesOf('complaint-start', link('/complaint'));
  yield sizesOf('complaint-form', `${link('/complainPageNext')}&problemType=2`);
  yield sizesOf('service', link('/customerService'));
  yield sizesOf('registration', `${address}/registerTemplate?id=2`);
  yield { name: 'site-home', link: `${address}/`, mainButton: 'main a[href^="/registerTemplate"]' };
  yield sizesOf('site-contact', `${address}/Contact`);
}

async function borrowerOf(
  address: string,
  sandbox: SandboxLender,
  language: Language,
): Promise<BenchBorrower> {
  const market = language === 'es' ? 'MX' : 'IN';
  const borrower = (await sandbox.borrowers()).find((each) => each.market === market);
  const product = borrower?.products[0];
  if (!borrower || !product) throw new Error(`no demo borrower of ${market}`);
  const { borrowerId, userId, sessionId } = await sandbox.signedIn(borrower, deviceId);
  const query = { ...readPageQuery(new URLSearchParams()), deviceId, userId, sessionId, language };
  const confirmLink = address + screenLink('/confirmLoan', query, { productId: product.productId });
  return { borrowerId, query, confirmLink };
}

async function loanOf(sandbox: SandboxLender, { borrowerId }: BenchBorrower) {
  const borrower = (await sandbox.borrowers()).find((each) => each.borrowerId === borrowerId);
  const loan = borrower?.loans[0];
  if (!loan) throw new Error('the borrower has no loan');
  return loan;
}

/** Accepts the offer as a browser without script does: by posting the page's form. */
async function accept(sandbox: SandboxLender, borrower: BenchBorrower) {
  const html = await (await fetch(borrower.confirmLink)).text();
  const fields = [...html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]): [string, string] => [
    /name="([^"]*)"/.exec(input)?.[1] ?? '',
    /value="([^"]*)"/.exec(input)?.[1] ?? '',
  ]);
  const body = new URLSearchParams([...fields, ['agree', '/contract']]);
  const response = await fetch(borrower.confirmLink, {
    method: 'POST',
    body,
    headers: { Origin: new URL(borrower.confirmLink).origin },
    redirect: 'manual',
  });
  if (response.status !== 303) throw new Error(`the offer was not accepted: ${response.status}`);
  return loanOf(sandbox, borrower);
}

async function act(sandbox: SandboxLender, action: SandboxAction): Promise<void> {
  const { accepted, detail } = await sandbox.act(action);
  if (!accepted) throw new Error(detail);
}
