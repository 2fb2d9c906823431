import { problemText } from '#content/messages/problem.ts';
import { screenLink } from '#contract/page-query.ts';
import type { Language } from '#domain/language.ts';
import { hostPageLink } from '../../host-page.ts';
import type { Problem } from '../../problem.ts';
import type { Shell } from '../../shell.ts';

/** What a problem's page says, and the one thing it offers. An empty link is the same address again. */
export interface ProblemView {
  readonly heading: string;
  readonly line: string;
  readonly button: { readonly label: string; readonly link: string } | null;
}

type ProblemTexts = (typeof problemText)[Language];
type Words = readonly [heading: string, line: string];

/**
 * The page of each kind of problem. The backend's own message goes before ours (CALL-4, CONTRACT-1). `search` is the query of the page that failed: it tells which
 * order it was about.
 */
export function problemView(
  problem: Problem,
  language: Language,
  shell: Shell | undefined,
  search: string,
): ProblemView {
  const text = problemText[language];
  const retry = { label: text.retry, link: '' };
  const home = linkIfAny(text.home, shell && hostPageLink(shell.config.hostPages.main, shell.query));
  const view = ([heading, line]: Words, button: ProblemView['button']) => ({
    heading,
    line: problem.message || line,
    button,
  });
  switch (problem.kind) {
    case 'session-required':
      return view(
        [text.loginHeading, text.loginLine],
        linkIfAny(text.login, shell && hostPageLink(shell.config.hostPages.login, shell.query)) ?? home,
      );
    case 'network':
      return view([text.networkHeading, text.networkLine], retry);
    case 'timeout':
    case 'timed-out':
      return view([text.timeoutHeading, text.timeoutLine], retry);
    case 'internal':
      return view([text.internalHeading, text.internalLine], retry);
    case 'too-many-requests':
      return view([text.busyHeading, text.busyLine], retry);
    case 'status-conflict':
      return view([text.conflictHeading, text.conflictLine], orderButton(text, shell, search) ?? home);
    case 'not-found':
      return view([text.notFoundHeading, text.notFoundLine], home);
    case 'offer-unavailable':
      return view([text.offerHeading, text.offerLine], home);
    case 'open-loan-exists':
      return view([text.openLoanHeading, text.openLoanLine], home);
    default:
      return view([text.refusedHeading, text.refusedLine], retry);
  }
}

function linkIfAny(label: string, link: string | undefined): ProblemView['button'] {
  return link ? { label, link } : null;
}

function orderButton(text: ProblemTexts, shell: Shell | undefined, search: string): ProblemView['button'] {
  const parameters = new URLSearchParams(search);
  const orderId = parameters.get('orderId');
  if (!shell || !orderId) return null;
  const own = { productId: parameters.get('productId') ?? '', orderId };
  return { label: text.seeLoan, link: screenLink(shell.config.paths.order, shell.query, own) };
}
