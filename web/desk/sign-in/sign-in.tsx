import '../ui/elements.css';
import { deskText } from '#content/messages/desk.ts';
import { fill } from '#content/text-pack.ts';
import { type Language, localeOf } from '#domain/language.ts';
import { marketSpeaking } from '#domain/market.ts';
import { cookieValue } from '#pages/lasting-cookie.ts';
import { fieldOf, type OpenScreen } from '#pages/open-screen.ts';
import { formOf, type Mountable, resource, screen } from '#pages/screen.tsx';
import { Button, ButtonLink } from '#ui/form/button.tsx';
import { deskCookie, sessionCookieName, signInCookieName } from '../cookies.ts';
import type { DeskDependencies } from '../dependencies.ts';
import { deskPathOf, deskPaths } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { DeskSign } from '../ui/frame.tsx';
import { addressOf } from '../ui/pager.tsx';
import { Warning } from '../ui/warning.tsx';
import styles from './sign-in.module.css';

type Note = 'signInFailed' | 'signInUnavailable' | 'noRole' | 'ended' | 'signedOut';

/** The sign-in page: a link to the identity provider, or in development a button for each made-up person. */
export function signIn(dependencies: DeskDependencies): Mountable {
  const { signIn: way, service } = dependencies;
  return screen<{ readonly to: string; readonly note: Note | null; readonly hasMore: boolean }, Note>({
    path: () => deskPaths.signIn,
    load(open) {
      const note = noteOf(open);
      const hasMore = open.parameter('out') === 'provider';
      // A Refresh header, because the content security policy forbids redirects of a form to other origins.
      if (hasMore) open.header('Refresh', `0; url=${deskPaths.signOutProvider}`);
      return { to: deskPathOf(open.parameter('to')), note, hasMore };
    },
    async submit(open, form) {
      const person =
        way.kind === 'local' && way.people.find(({ subject }) => subject === fieldOf(form, 'person'));
      if (!person) return open.again('signInFailed', 422);
      const token = await service.people.signIn(person, languageOf(open));
      return token === null
        ? open.again('noRole', 403)
        : signedIn(token, deskPathOf(open.parameter('to')), dependencies);
    },
    title: ({ open }) => `${deskText[languageOf(open)].signInTitle} · ${open.config.appName}`,
    document: ({ open }) => ({
      locale: localeOf(languageOf(open), marketSpeaking(languageOf(open), open.markets)),
    }),
    page({ open, to, note, hasMore, answer }) {
      const text = deskText[languageOf(open)];
      const said = answer ?? note;
      // After signing out or a timeout, the provider asks for the password or key again.
      const isAnew = said === 'signedOut' || said === 'ended';
      const next = addressOf('', { to, anew: isAnew ? '1' : undefined });
      return (
        <div className={`desk ${styles.alone}`}>
          <main className="stack">
            <DeskSign appName={open.config.appName} name={text.desk} />
            <h1>{text.signInTitle}</h1>
            {said && <Warning words={text[said]} />}
            {hasMore ? (
              <ButtonLink href={deskPaths.signOutProvider}>{text.signOutAtProvider}</ButtonLink>
            ) : way.kind === 'provider' ? (
              <ButtonLink href={deskPaths.signInStart + next}>{text.signIn}</ButtonLink>
            ) : (
              <form method="post" action={deskPaths.signIn + next}>
                <Acts gap={0}>
                  {way.people.map(({ subject, name }) => (
                    <Button key={subject} kind="second" name="person" value={subject}>
                      {fill(text.signInAs, { name })}
                    </Button>
                  ))}
                </Acts>
              </form>
            )}
            <p className="hint">{fill(text.signInLine, { lender: open.company.lenderName })}</p>
          </main>
        </div>
      );
    },
  });
}

/** Redirects to the identity provider and stores the sign-in in a cookie. */
export function signInStart(dependencies: DeskDependencies): Mountable {
  return resource({
    path: () => deskPaths.signInStart,
    async get(open) {
      const { signIn: way } = dependencies;
      const to = deskPathOf(open.parameter('to'));
      if (way.kind !== 'provider') return leave(deskPaths.signIn);
      try {
        const { address, seed } = await way.begin(open.parameter('anew') === '1');
        return leave(address, deskCookie(signInCookieName(dependencies), `${seed} ${to}`, dependencies));
      } catch (error) {
        open.reportFault(error);
        return leave(`${deskPaths.signIn}?unavailable=1`);
      }
    },
  });
}

export function signInBack(dependencies: DeskDependencies): Mountable {
  return resource({
    path: () => deskPaths.signInBack,
    async get(open) {
      const { signIn: way, service } = dependencies;
      const name = signInCookieName(dependencies);
      const over = deskCookie(name, '', dependencies);
      const [seed = '', to = ''] = (cookieValue(open.request, name) ?? '').split(' ');
      const identity = way.kind === 'provider' ? await way.finish(new URL(open.request.url), seed) : null;
      if (!identity) return leave(`${deskPaths.signIn}?failed=1`, over);
      const before = cookieValue(open.request, sessionCookieName(dependencies)) ?? '';
      const token = await service.people.signIn(identity, languageOf(open), before);
      if (token === null) return leave(`${deskPaths.signIn}?role=none`, over);
      return signedIn(token, deskPathOf(to), dependencies, over);
    },
  });
}

/** Ends the session at the desk, then at the identity provider. */
export function signOut(dependencies: DeskDependencies): Mountable {
  const { service, signIn: way } = dependencies;
  return resource({
    path: () => deskPaths.signOut,
    async post({ request }) {
      const name = sessionCookieName(dependencies);
      await service.people.signOut(cookieValue(request, name) ?? '');
      if (way.kind === 'provider') return leave(addressOf(deskPaths.signIn, { out: 'provider' }));
      return leave(addressOf(deskPaths.signIn, { out: '1' }), deskCookie(name, '', dependencies));
    },
  });
}

/** Redirects to the identity provider to end the session there. */
export function signOutProvider(dependencies: DeskDependencies): Mountable {
  const { service, signIn: way } = dependencies;
  return resource({
    path: () => deskPaths.signOutProvider,
    async get({ request }) {
      const name = sessionCookieName(dependencies);
      const token = cookieValue(request, name) ?? '';
      const over = deskCookie(name, '', dependencies);
      const signedOut = addressOf(deskPaths.signIn, { out: '1' });
      // Does nothing while the desk's session is open, so that a link elsewhere signs nobody out.
      if (way.kind !== 'provider' || (await service.people.find(token))) return leave(deskPaths.overview);
      const address = await way.signOutAddress(await service.people.takeIdToken(token));
      return leave(address ?? signedOut, over);
    },
  });
}

/** Ends the sessions that the identity provider reports as ended (OpenID Connect Back-Channel Logout 1.0). */
export function signInEnded(dependencies: DeskDependencies): Mountable {
  const { service, signIn: way } = dependencies;
  return resource({
    path: () => deskPaths.signInEnded,
    async post(open) {
      const form = await formOf(open).catch(() => new FormData());
      const token = fieldOf(form, 'logout_token');
      const ended = way.kind === 'provider' && token !== '' ? await way.endedBy(token) : null;
      if (ended) await service.people.endByProvider(ended);
      return new Response(null, { status: ended ? 200 : 400, headers: { 'Cache-Control': 'no-store' } });
    },
  });
}

export function changeLanguage(dependencies: DeskDependencies): Mountable {
  return resource({
    path: () => deskPaths.language,
    async post(open) {
      const form = await formOf(open).catch(() => new FormData());
      const token = cookieValue(open.request, sessionCookieName(dependencies)) ?? '';
      const language: Language = fieldOf(form, 'language') === 'en' ? 'en' : 'es';
      await dependencies.service.people.speak(token, language);
      return leave(deskPathOf(fieldOf(form, 'to')));
    },
  });
}

function signedIn(token: string, to: string, dependencies: DeskDependencies, ...more: string[]): Response {
  return leave(to, deskCookie(sessionCookieName(dependencies), token, dependencies), ...more);
}

function leave(address: string, ...cookies: string[]): Response {
  const headers = new Headers({ Location: address, 'Cache-Control': 'no-store' });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 303, headers });
}

function noteOf({ parameter }: OpenScreen): Note | null {
  if (parameter('failed') === '1') return 'signInFailed';
  if (parameter('unavailable') === '1') return 'signInUnavailable';
  if (parameter('role') === 'none') return 'noRole';
  if (parameter('out') !== '') return 'signedOut';
  return parameter('ended') === '1' ? 'ended' : null;
}

/** The browser's preferred language among ours. */
function languageOf({ request }: OpenScreen): Language {
  const language = (request.headers.get('Accept-Language') ?? '').toLowerCase().match(/\b(es|en)\b/);
  return language?.[1] === 'en' ? 'en' : 'es';
}
