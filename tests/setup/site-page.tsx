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
} from 'react-router';
import { openScreen } from '#pages/open-screen.server.ts';
import { type PagesDependencies, pagesContext } from '#pages/pages-config.ts';
import routes from '#pages/routes.ts';
import { readEnvironment } from '#server/environment.ts';
import { publicConfigOf } from '#server/public-config.ts';
import { renderIcon } from '#server/render-icon.ts';

/** What a route's file exports, as far as pages without script use it. */
interface RouteModule {
  readonly default?: ComponentType<{ loaderData: unknown; actionData: unknown }>;
  readonly loader?: LoaderFunction;
  readonly action?: RouteObject['action'];
  readonly handle?: { readonly script?: boolean };
  readonly meta?: (args: { loaderData: unknown }) => readonly Record<string, string>[];
}

/** A page of the public site as a visitor without a session gets it. */
export interface SitePage {
  readonly status: number;
  /** The body of the page, without its head. */
  readonly html: string;
  /** What a reader sees: without tags, every blank a plain one. */
  readonly text: string;
  /** The descriptors of the head. */
  readonly head: readonly Record<string, string>[];
  readonly shipsScript: boolean;
  /** Where a redirect leads; null for none. */
  readonly location: string | null;
}

const settings = readEnvironment({
  LENDER_NAME: 'Plana Ejemplo SA',
  LENDER_ADDRESS: 'Calle Uno, Ciudad de México',
  LENDER_REGISTRATION: 'Registro de ejemplo',
  H5_BASE: 'https://paginas.example',
});

/** The pages' dependencies without a lending service: whoever calls it fails the test. */
export const siteDependencies: PagesDependencies = {
  config: publicConfigOf(settings),
  client: {
    call: () => Promise.reject(new Error('a public page called the lending service')),
  } as PagesDependencies['client'],
  h5Base: settings.http.h5Base,
  imageOrigins: [],
  redirectOrigins: [],
  providerFeesUrl: '',
  promotion: { defaultMerchantNumber: '1000', androidLink: '', iphoneLink: '' },
  company: settings.company,
  contactInbox: null,
  renderIcon,
  sandbox: null,
  smsInbox: null,
  now: () => new Date('2026-11-20T18:00:00Z'),
};

const moduleFiles = import.meta.glob('../../app/screens/site/*.{ts,tsx}');

/** Every route whose screen belongs to the public site, with its own path, as the route table has it. */
export const siteRoutes = routes.filter(({ file }) => file.includes('/screens/site/'));

/** Opens an address of the public site, or sends `form` to it. */
export async function openSitePage(
  address: string,
  given: Partial<PagesDependencies> = {},
  form?: Readonly<Record<string, string>>,
): Promise<SitePage> {
  const { handler, requestContext, modules } = await siteHandler({ ...siteDependencies, ...given });
  const request = new Request(`https://paginas.example${address}`, {
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  });
  const context = await handler.query(request, { requestContext });
  if (context instanceof Response) {
    return {
      status: context.status,
      html: '',
      text: '',
      head: [],
      shipsScript: false,
      location: context.headers.get('Location'),
    };
  }
  const html = renderToStaticMarkup(
    <StaticRouterProvider
      router={createStaticRouter(handler.dataRoutes, context)}
      context={context}
      hydrate={false}
    />,
  );
  const id = context.matches.at(-1)?.route.id ?? '';
  const loaderData: unknown = context.loaderData[id];
  return {
    status: context.statusCode,
    html,
    text: textOf(html),
    head: modules.get(id)?.meta?.({ loaderData }) ?? [],
    shipsScript: modules.get(id)?.handle?.script !== false,
    location: null,
  };
}

/** Opens a path of the public site that is a file and not a page. */
export async function openSiteFile(
  address: string,
  given: Partial<PagesDependencies> = {},
): Promise<Response> {
  const { handler, requestContext } = await siteHandler({ ...siteDependencies, ...given });
  const answer: unknown = await handler.queryRoute(new Request(`https://paginas.example${address}`), {
    requestContext,
  });
  if (!(answer instanceof Response)) throw new Error(`${address} is not a file`);
  return answer;
}

async function siteHandler(dependencies: PagesDependencies) {
  const modules = new Map<string, RouteModule>();
  const children: RouteObject[] = [];
  for (const { id, file, path, index } of siteRoutes) {
    const load = moduleFiles[`../../app/${file.replace('./', '')}`];
    const module = (await load?.()) as RouteModule;
    const routeId = id ?? file;
    modules.set(routeId, module);
    const route = {
      id: routeId,
      ...(module.loader && { loader: module.loader }),
      ...(module.action && { action: module.action }),
      ...(module.default && { Component: withData(module.default) }),
    };
    children.push(index ? { ...route, index: true } : { ...route, path: path ?? '' });
  }
  const root: RouteObject = {
    id: 'root',
    path: '/',
    Component: Outlet,
    loader: (args) => {
      const { query, config } = openScreen(args as never);
      return { query, config, helpLink: '' };
    },
    children,
  };
  const requestContext = new RouterContextProvider();
  requestContext.set(pagesContext, dependencies);
  return { handler: createStaticHandler([root]), requestContext, modules };
}

function withData(Screen: NonNullable<RouteModule['default']>): ComponentType {
  return function Page() {
    return <Screen loaderData={useLoaderData()} actionData={useActionData()} />;
  };
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

function textOf(html: string): string {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&([#\w]+);/g, (_match, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ');
}
