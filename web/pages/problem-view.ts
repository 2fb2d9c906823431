import { type CompanyFacts, contactPhrase } from '#content/legal/company-facts.ts';
import { problemText } from '#content/messages/problem.ts';
import { promotionProblemText } from '#content/messages/promotion-problem.ts';
import { fill } from '#content/text-pack.ts';
import type { BridgeAction } from '#domain/bridge/actions.ts';
import type { PromotionLanguage } from '#domain/registration/promotion-template.ts';
import type { BarText } from '#ui/kit-context.ts';
import type { Problem } from '#ui/notice/problem-note.tsx';
import { hostPageLink } from './host-page.ts';
import type { OpenScreen } from './open-screen.ts';

/** Words and links of a problem's page. An empty button link is the same address again. */
export interface ProblemView {
  readonly heading: string;
  readonly line: string;
  readonly button: {
    readonly label: string;
    readonly link: string;
    /** The host's action instead (BRIDGE-2). */
    readonly action?: BridgeAction;
  } | null;
  /** Whom to contact if the button does not help; empty for none. */
  readonly elsewhere: string;
  /** Linked where `elsewhere` contains it. */
  readonly company: Pick<CompanyFacts, 'telephone' | 'email'>;
  /** Start of the app; an empty link needs a host. */
  readonly home: { readonly label: string; readonly link: string };
  readonly bar: BarText & { readonly title: string; readonly helpLink: string };
}

type OwnView = Pick<ProblemView, 'heading' | 'line' | 'button'> & Partial<Pick<ProblemView, 'elsewhere'>>;

type Words = readonly [heading: string, line: string];

/**
 * The page of each problem. The backend's message comes before ours (CALL-4, CONTRACT-1).
 * @param spoken language of a promotion page, which may be Chinese (LANG-5).
 */
export function problemView(
  problem: Problem,
  open: OpenScreen,
  spoken: PromotionLanguage = open.language,
): ProblemView {
  const { config, language, query, company, helpLink } = open;
  const link = hostPageLink(config.hostPages.main, query);
  const title = config.appName;
  if (spoken === 'zh') {
    const { help, back, home } = promotionProblemText;
    return {
      company,
      // No market's telephone: a Chinese page is of none, and only a mailbox is everywhere the same.
      elsewhere: company.email && fill(help, { email: company.email }),
      home: { label: home, link },
      bar: { title, back, help: '', helpLink: '' },
      ...viewInChinese(problem),
    };
  }
  const { home, back, help, needsHelp } = problemText[language];
  return {
    company,
    elsewhere: fill(needsHelp, { contact: capitalized(contactPhrase(company, language)) }),
    home: { label: home, link },
    bar: { title, back, help, helpLink },
    ...viewIn(problem, open),
  };
}

function viewIn(problem: Problem, open: OpenScreen): OwnView {
  const { config, language, query } = open;
  const text = problemText[language];
  const retry = { label: text.retry, link: '' };
  const home = linkIfAny(text.home, hostPageLink(config.hostPages.main, query), { name: 'homeTab' });
  const view = ([heading, line]: Words, button: ProblemView['button']) => ({
    heading,
    line: problem.message || line,
    button,
  });
  const unanswered = (heading: string, line: string) =>
    mayHaveCharged(open)
      ? view([heading, text.mayBeCharged], loanButton(open) ?? retry)
      : view([heading, line], retry);
  switch (problem.kind) {
    case 'session-required': {
      const words = [text.loginHeading, text.loginLine] as const;
      const login = linkIfAny(text.login, hostPageLink(config.hostPages.login, query), {
        name: 'forceLogin',
      });
      const contact = contactPhrase(open.company, language);
      const elsewhere = fill(text.cannotEnter, { contact: capitalized(contact) });
      if (login) return { ...view(words, login), elsewhere };
      const { line, ...rest } = view(words, home);
      return { ...rest, elsewhere, line: `${line} ${fill(text.loginInApp, { appName: config.appName })}` };
    }
    case 'unreachable':
      return unanswered(text.unreachableHeading, text.unreachableLine);
    case 'timeout':
    case 'timed-out':
      return unanswered(text.timeoutHeading, text.timeoutLine);
    case 'internal':
      return unanswered(text.internalHeading, text.internalLine);
    case 'service-unavailable':
      return unanswered(text.unavailableHeading, text.unavailableLine);
    case 'too-many-requests':
      return view([text.busyHeading, text.busyLine], retry);
    case 'status-conflict':
      return view([text.conflictHeading, text.conflictLine], loanButton(open) ?? home);
    case 'extension-unavailable':
      return view([text.refusedHeading, text.conflictLine], loanButton(open) ?? home);
    case 'not-found':
      return view([text.notFoundHeading, text.notFoundLine], home);
    case 'offer-unavailable':
      return view([text.offerHeading, text.offerLine], home);
    case 'open-loan-exists':
      return view([text.openLoanHeading, text.openLoanLine], loanButton(open) ?? home);
    case 'borrower-blocked':
      return view([text.blockedHeading, text.blockedLine], {
        label: text.contact,
        link: open.link(config.paths.customerService),
      });
    default:
      return view([text.refusedHeading, text.refusedLine], retry);
  }
}

function mayHaveCharged({ request, path, config }: OpenScreen): boolean {
  return request.method === 'POST' && path === config.paths.payWay;
}

function viewInChinese({ kind, message }: Problem): OwnView {
  const { notFoundHeading, notFoundLine, heading, line, retry } = promotionProblemText;
  const isNotFound = kind === 'not-found';
  return {
    heading: isNotFound ? notFoundHeading : heading,
    line: message || (isNotFound ? notFoundLine : line),
    button: isNotFound ? null : { label: retry, link: '' },
  };
}

function capitalized(phrase: string): string {
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

function linkIfAny(label: string, link: string, action: BridgeAction): ProblemView['button'] {
  return link ? { label, link, action } : null;
}

/** A button to a loan, by default the one in the address; null without one. */
export function loanButton(
  { config, key, link, language }: OpenScreen,
  loan: ReturnType<OpenScreen['key']> = key(),
): ProblemView['button'] {
  return loan.orderId ? { label: problemText[language].seeLoan, link: link(config.paths.order, loan) } : null;
}
