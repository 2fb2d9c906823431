import type { DeskService } from '#contract/desk.ts';
import { createDeskPages } from '#desk/create-desk-pages.tsx';
import type { SignInWay } from '#desk/dependencies.ts';
import type { DeskRole } from '#domain/desk/role.ts';
import { createDesk } from '#lending/desk/create-desk.ts';
import type { DeskConfiguration } from '#lending/desk/people.ts';
import { createSignIn } from '#lending/desk/sign-in.ts';
import { createOpenIdProvider } from '#providers/identity/openid.ts';
import type { TestIdentityProvider } from './identity-provider.ts';
import type { LendingService } from './lending-service.ts';
import { pagesDependencies, textOf } from './open-page.ts';

/** A page of the desk as somebody gets it. */
export interface OpenedDeskPage {
  readonly status: number;
  readonly headers: Headers;
  readonly location: string | null;
  readonly html: string;
  /** The whole answer, as of a file. */
  readonly whole: string;
  /** What is read, every blank a plain one. */
  readonly text: string;
  /** The value that the first field of this name has. */
  field(name: string): string;
}

/** A browser at the desk, with its cookies. */
export interface DeskVisitor {
  open(path: string): Promise<OpenedDeskPage>;
  /** Sends a form; one with files as `FormData`. */
  send(path: string, form: Readonly<Record<string, string>> | FormData): Promise<OpenedDeskPage>;
  /** The cookies it has, as it sends them. */
  readonly cookies: Map<string, string>;
}

/** The desk of a lending service, without a server around it. */
export interface TestDesk {
  readonly desk: DeskService;
  /** A browser without a sign-in. */
  visitor(): DeskVisitor;
  /** A browser of somebody with these roles, signed in. */
  person(name: string, ...roles: DeskRole[]): Promise<DeskVisitor & { readonly personId: string }>;
}

/** Signing in at a provider that sends people back to `redirectUri`. */
export function openIdSignIn(
  { dependencies }: Pick<LendingService, 'dependencies'>,
  provider: Pick<TestIdentityProvider, 'issuer' | 'clientId' | 'clientSecret'>,
  redirectUri: string,
): SignInWay {
  const options = { ...provider, scope: 'openid profile groups', groupClaim: 'groups', maxAgeMinutes: 600 };
  const signedOutUri = redirectUri.replace(/\/back$/, '?out=1');
  return {
    kind: 'provider',
    ...createSignIn(createOpenIdProvider(options), { redirectUri, signedOutUri }, dependencies),
  };
}

/** Where the desk of tests is. */
export const deskOrigin = 'https://desk.example';

const groupsOfRole = { agent: ['agent'], treasury: ['treasury'], manager: ['manager'], auditor: ['auditor'] };

/** Opens the desk over a service, for its times: 15 minutes idle, 10 hours in all, 24 for a complaint. */
export function testDesk(
  service: Pick<LendingService, 'api' | 'dependencies'>,
  signIn: SignInWay = { kind: 'local', people: [] },
  configuration: Partial<DeskConfiguration> = {},
  pages: Partial<typeof pagesDependencies> = {},
): TestDesk {
  const desk = createDesk(service.dependencies, service.api.host, {
    groupsOfRole,
    idleMinutes: 15,
    sessionHours: 10,
    roleMinutes: null,
    secondApproverAboveMinor: { MXN: 200_000, INR: 1_000_000 },
    daySumAboveMinor: { MXN: 99_999_999, INR: 99_999_999 },
    complaintHours: 24,
    ...configuration,
  });
  const app = createDeskPages(
    { ...pagesDependencies, ...pages, h5Base: deskOrigin, now: () => service.dependencies.clock.now() },
    { service: desk, signIn, newId: () => service.dependencies.random.id(), isHttps: true },
  );
  const visitor = (): DeskVisitor => {
    const cookies = new Map<string, string>();
    const request = async (path: string, init: RequestInit = {}): Promise<OpenedDeskPage> => {
      const headers = new Headers(init.headers);
      headers.set('Cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
      headers.set('Origin', deskOrigin);
      if (!headers.has('Accept-Language')) headers.set('Accept-Language', 'en');
      const response = await app.request(deskOrigin + path, { ...init, headers });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (/Max-Age=0/.test(cookie)) cookies.delete(name);
        else cookies.set(name, value);
      }
      const whole = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
      const html = /<body>(.*)<\/body>/s.exec(whole)?.[1] ?? '';
      return {
        status: response.status,
        headers: response.headers,
        location: response.headers.get('Location'),
        html,
        whole,
        text: textOf(html),
        field: (name) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(html)?.[1] ?? '',
      };
    };
    return {
      cookies,
      open: (path) => request(path),
      async send(path, form) {
        const body = form instanceof FormData ? form : new URLSearchParams(form);
        const reply = await request(path, { method: 'POST', body });
        // As a browser does: a page that shows its form again is at an address of its own.
        return /[?&]draft=/.test(reply.location ?? '') ? request(reply.location ?? '') : reply;
      },
    };
  };
  return {
    desk,
    visitor,
    async person(name, ...roles) {
      const identity = { issuer: 'test', subject: name, name, groups: roles };
      const token = (await desk.people.signIn(identity, 'en')) ?? '';
      const signedIn = visitor();
      signedIn.cookies.set('__Host-desk', token);
      return { ...signedIn, personId: (await desk.people.find(token))?.personId ?? '' };
    },
  };
}

/** The fields of a form of a page, as they would be sent; forms of the frame are not counted. */
export function fieldsOf(html: string, formIndex = 0): Record<string, string> {
  const forms = [...html.matchAll(/<form [^>]*method="post"[^>]*>.*?<\/form>/gs)].map(([form]) => form);
  const own = forms.filter((form) => !/action="\/desk\/(?:sign-out|language)"/.test(form));
  const form = own[formIndex] ?? '';
  const inputs = [...form.matchAll(/<(?:input|textarea)[^>]*? name="([^"]+)"(?:[^>]*? value="([^"]*)")?/g)];
  const selects = [...form.matchAll(/<select[^>]* name="([^"]+)".*?<\/select>/gs)].map((select) => [
    select[1] ?? '',
    /<option value="([^"]*)" selected/.exec(select[0])?.[1] ?? '',
  ]);
  const plain = (text = '') => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return Object.fromEntries([...inputs.map(([, name = '', value]) => [name, plain(value)]), ...selects]);
}
