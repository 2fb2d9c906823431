import { isRouteErrorResponse, Outlet } from 'react-router';
import { nativeBridgeText } from '#content/messages/native-bridge.ts';
import { screenLink } from '#contract/page-query.ts';
import { localeOf } from '#domain/language.ts';
import type { Route } from './+types/root.ts';
import { BridgeFailureToast } from './bridge/failure-toast.ts';
import { DocumentHead, DocumentScripts } from './document-parts.tsx';
import { openScreen } from './open-screen.server.ts';
import type { Problem } from './problem.ts';
import { type Shell, useOwnDocument, useShellIfAny } from './shell.ts';
import './ui/tokens.css';
import './ui/elements.css';
import { ProblemPage } from './ui/notice/problem-page.tsx';
import { ToastRegion } from './ui/notice/toast.tsx';

export function loader(args: Route.LoaderArgs): Shell {
  const { query, config } = openScreen(args);
  return {
    query,
    config,
    helpLink: screenLink(config.paths.customerService, query),
    bridgeFailure: nativeBridgeText[query.language].failed,
  };
}

/** The session and the configuration do not change while a page stands. */
export function shouldRevalidate(): boolean {
  return false;
}

export function Layout({ children }: { readonly children: React.ReactNode }) {
  const shell = useShellIfAny();
  const own = useOwnDocument();
  return (
    <html lang={own?.locale ?? localeOf(shell?.query.language ?? 'es')}>
      <head>{import.meta.env.SSR && <DocumentHead />}</head>
      <body>
        {children}
        {import.meta.env.SSR && <DocumentScripts />}
      </body>
    </html>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return (
    <ToastRegion>
      <BridgeFailureToast text={loaderData.bridgeFailure} />
      <Outlet />
    </ToastRegion>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProblemPage problem={problemOfError(error)} />;
}

function problemOfError(error: unknown): Problem {
  if (!isRouteErrorResponse(error))
    return { kind: error instanceof TypeError ? 'network' : 'internal', message: '' };
  const { data, status } = error;
  if (typeof data === 'object' && data !== null && 'kind' in data) return data as Problem;
  return { kind: status === 404 ? 'not-found' : 'internal', message: '' };
}
