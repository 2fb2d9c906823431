import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  type LoaderFunction,
  Outlet,
  type RouteObject,
  RouterContextProvider,
  StaticRouterProvider,
  useActionData,
  useLoaderData,
  useRouteError,
} from 'react-router';
import type { CallFailure, CallResult } from '#contract/client.ts';
import type { ErrorCode } from '#domain/error-code.ts';
import { openScreen } from '#pages/open-screen.server.ts';
import { type PagesDependencies, type PublicConfig, pagesContext } from '#pages/pages-config.ts';
import type { Problem } from '#pages/problem.ts';
import { ProblemPage } from '#pages/ui/notice/problem-page.tsx';
import { siteDependencies } from './site-page.tsx';

/** What a screen's file exports. Its types come from the route table, so they are open here. */
interface ScreenModule {
  readonly default: ComponentType<never>;
  readonly loader: unknown;
  readonly action?: unknown;
  readonly handle?: { readonly script?: boolean };
  // biome-ignore lint/suspicious/noExplicitAny: each screen's own arguments.
  readonly meta?: (args: any) => unknown;
}

/** A call that a screen made, with its request in our names. */
interface MadeCall {
  readonly name: string;
  readonly request: unknown;
}

/** What the backend answers to each call: data in our names, or a failure. */
export type Answers = Readonly<Record<string, unknown>>;

/** A screen as a borrower gets it. */
export interface LoanScreen {
  readonly status: number;
  readonly headers: Headers;
  /** Where a redirect leads; null for none. */
  readonly location: string | null;
  readonly html: string;
  /** What is read where script runs, every blank a plain one. */
  readonly text: string;
  /** What is read without script. */
  readonly textWithoutScript: string;
  readonly title: string;
  readonly shipsScript: boolean;
  readonly calls: readonly MadeCall[];
}

/** A failed call. */
export function failure(known: Partial<CallFailure> = {}): CallFailure {
  return {
    success: false,
    failure: 'refused',
    errorCode: null,
    code: null,
    message: '',
    status: null,
    raw: null,
    ...known,
  };
}

/** A call refused with one of our codes and the backend's message. */
export function refused(errorCode: ErrorCode, message = ''): CallFailure {
  return failure({ errorCode, message });
}

/** Opens a screen at `address`, or sends `form` to it, over a backend that gives `answers`. */
export async function openLoanScreen(
  screen: ScreenModule,
  address: string,
  {
    answers,
    form,
    body,
    config,
    dependencies,
  }: {
    readonly answers: Answers;
    readonly form?: Readonly<Record<string, string>>;
    readonly body?: RequestInit;
    readonly config?: Partial<PublicConfig>;
    readonly dependencies?: Partial<PagesDependencies>;
  },
): Promise<LoanScreen> {
  const calls: MadeCall[] = [];
  const requestContext = new RouterContextProvider();
  requestContext.set(pagesContext, {
    ...siteDependencies,
    ...dependencies,
    config: { ...siteDependencies.config, ...config },
    client: { call: async (call, request) => answerOf(call.name, request, answers, calls) as never },
  });
  const handler = createStaticHandler([rootRoute(screen)]);
  const request = new Request(`https://paginas.example${address}`, {
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    ...body,
  });
  const context = await handler.query(request, { requestContext });
  const shared = { calls, shipsScript: screen.handle?.script !== false };
  if (context instanceof Response) {
    const { status, headers } = context;
    const nothing = { html: '', text: '', textWithoutScript: '', title: '' };
    return { ...shared, ...nothing, status, headers, location: headers.get('Location') };
  }
  const router = createStaticRouter(handler.dataRoutes, context);
  const html = renderToStaticMarkup(
    <StaticRouterProvider router={router} context={context} hydrate={false} />,
  );
  const [described] = (screen.meta?.({ loaderData: context.loaderData.screen }) ?? []) as {
    title?: string;
  }[];
  return {
    ...shared,
    status: context.statusCode,
    headers: context.loaderHeaders.screen ?? new Headers(),
    location: null,
    html,
    text: textOf(html.replace(/<noscript>.*?<\/noscript>/gs, '')),
    textWithoutScript: textOf(html.replace(/<dialog.*?<\/dialog>/gs, '')),
    title: described?.title ?? '',
  };
}

function answerOf(name: string, request: unknown, answers: Answers, calls: MadeCall[]): CallResult<unknown> {
  calls.push({ name, request });
  const answer = answers[name];
  if (answer === undefined) throw new Error(`the screen called ${name}, which the test does not answer`);
  if (typeof answer === 'object' && answer !== null && 'failure' in answer) return answer as CallFailure;
  return { success: true, code: null, message: '', data: answer, raw: null };
}

function rootRoute({ loader, action, default: Screen }: ScreenModule): RouteObject {
  return {
    id: 'root',
    path: '/',
    Component: Outlet,
    ErrorBoundary: ScreenProblem,
    loader: (args) => {
      const { query, config } = openScreen(args as never);
      return { query, config, helpLink: '/customerService?lang=2', bridgeFailure: '' };
    },
    children: [
      {
        id: 'screen',
        path: '*',
        loader: loader as LoaderFunction,
        ...(action ? { action: action as LoaderFunction } : {}),
        Component: withData(Screen as ScreenComponent),
      },
    ],
  };
}

type ScreenComponent = ComponentType<{ loaderData: unknown; actionData: unknown }>;

function withData(Screen: ScreenComponent): ComponentType {
  return function Page() {
    return <Screen loaderData={useLoaderData()} actionData={useActionData()} />;
  };
}

function ScreenProblem() {
  const error = useRouteError();
  if (!(error instanceof Object && 'data' in error)) throw error;
  return <ProblemPage problem={error.data as Problem} />;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** What a reader sees of a piece of HTML: without tags, every blank a plain one. */
export function textOf(html: string): string {
  return html
    .replace(/<span class="num">(.*?)<\/span>/g, '$1')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&([#\w]+);/g, (_match, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}
