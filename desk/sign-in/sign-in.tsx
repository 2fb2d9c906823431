import '../ui/elements.css';
import { deskText } from '#content/messages/desk.ts';
import { fill } from '#content/text-pack.ts';
import { type Language, localeOf } from '#domain/language.ts';
import { cookieValue } from '#pages/lasting-cookie.ts';
import { fieldOf, type OpenScreen } from '#pages/open-screen.ts';
import { type Mountable, resource, screen } from '#pages/screen.tsx';
import { Button, ButtonLink } from '#ui/form/button.tsx';
import { deskCookie, sessionCookieName, signInCookieName } from '../cookies.ts';
import type { DeskDependencies } from '../dependencies.ts';
import { deskPathOf, deskPaths } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { DeskSign } from '../ui/frame.tsx';
import { Warning } from '../ui/warning.tsx';
import styles from './sign-in.module.css';

/** Why somebody is asked to sign in, as the address or the form before says. */
type Note = 'signInFailed' | 'signInUnavailable' | 'noRole' | 'ended';

/** Signing in: a link to the identity provider, or in development one button for each made-up person. */
export function signIn(dependencies: DeskDependencies): Mountable {
  const { signIn: way, service } = dependencies;
  return screen<{ readonly to: string; readonly note: Note | null }, Note>({
    path: () => deskPaths.signIn,
    load: (open) => ({
      to: deskPathOf(open.parameter('to')),
      note: noteOf(open),
    }),
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
    document: ({ open }) => ({ locale: localeOf(languageOf(open)) }),
    page({ open, to, note, answer }) {
      const text = deskText[languageOf(open)];
      const said = answer ?? note;
      const next = `?to=${encodeURIComponent(to)}`;
      return (
        <div className={`desk ${styles.alone}`}>
          <main className="stack">
            <DeskSign appName={open.config.appName} name={text.desk} />
            <h1>{text.signInTitle}</h1>
            {said && <Warning words={text[said]} />}
            {way.kind === 'provider' ? (
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

/** Sends the browser to the identity provider, and remembers in it that it was sent. */
export function signInStart(dependencies: DeskDependencies): Mountable {
  return resource({
    path: () => deskPaths.signInStart,
    async get(open) {
      const { signIn: way } = dependencies;
      const to = deskPathOf(open.parameter('to'));
      if (way.kind !== 'provider') return leave(deskPaths.signIn);
      try {
        const { address, seed } = await way.begin();
        return leave(address, deskCookie(signInCookieName(dependencies), `${seed} ${to}`, dependencies));
      } catch (error) {
        open.reportFault(error);
        return leave(`${deskPaths.signIn}?unavailable=1`);
      }
    },
  });
}

/** Where the identity provider sends people back to. */
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
      const token = await service.people.signIn(identity, languageOf(open));
      if (token === null) return leave(`${deskPaths.signIn}?role=none`, over);
      return signedIn(token, deskPathOf(to), dependencies, over);
    },
  });
}

/** Ends the session. */
export function signOut(dependencies: DeskDependencies): Mountable {
  return resource({
    path: () => deskPaths.signOut,
    async post({ request }) {
      const name = sessionCookieName(dependencies);
      await dependencies.service.people.signOut(cookieValue(request, name) ?? '');
      return leave(deskPaths.signIn, deskCookie(name, '', dependencies));
    },
  });
}

/** Goes on in the other language. */
export function changeLanguage(dependencies: DeskDependencies): Mountable {
  return resource({
    path: () => deskPaths.language,
    async post({ request }) {
      const form = await request.formData().catch(() => new FormData());
      const token = cookieValue(request, sessionCookieName(dependencies)) ?? '';
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
  return parameter('ended') === '1' ? 'ended' : null;
}

/** The language that the browser asks for first among ours. */
function languageOf({ request }: OpenScreen): Language {
  const language = (request.headers.get('Accept-Language') ?? '').toLowerCase().match(/\b(es|en)\b/);
  return language?.[1] === 'en' ? 'en' : 'es';
}
