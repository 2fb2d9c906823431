import { expect, test } from 'vitest';
import { pagesDependencies } from '#tests/setup/open-page.ts';
import type { Problem } from '#ui/notice/problem-note.tsx';
import type { PublicConfig } from './dependencies.ts';
import { openScreen } from './open-screen.ts';
import { problemView } from './problem-view.ts';

/** The view of a problem where the host has a main page and a login page, unless told otherwise. */
function view(
  kind: Problem['kind'],
  message = '',
  search = '',
  hostPages: Partial<PublicConfig['hostPages']> = {},
  session = 'sessionId=s-1&lang=2',
) {
  const { config } = pagesDependencies;
  const request = new Request(`https://paginas.example/order?${session}${search}`);
  const open = openScreen(
    request,
    {
      ...pagesDependencies,
      isScreenAt: () => true,
      config: {
        ...config,
        hostPages: { ...config.hostPages, main: '/', login: 'llano://login', ...hostPages },
      },
    },
    { headers: new Headers(), status: 200 },
  );
  return problemView({ kind, message }, open);
}

test.each([
  ['session-required', 'Entre otra vez', 'llano://login'],
  ['unreachable', 'Nuestro servicio no responde', ''],
  ['timeout', 'La respuesta tarda demasiado', ''],
  ['timed-out', 'La respuesta tarda demasiado', ''],
  ['internal', 'Algo falló de nuestro lado', ''],
  ['service-unavailable', 'El servicio no responde', ''],
  ['too-many-requests', 'Espere un momento', ''],
  ['not-found', 'No encontramos esta página', '/?sessionId=s-1&lang=2'],
  ['offer-unavailable', 'Esta oferta terminó', '/?sessionId=s-1&lang=2'],
  ['open-loan-exists', 'Ya tiene este préstamo', '/?sessionId=s-1&lang=2'],
  ['borrower-blocked', 'Por ahora no puede pedir un préstamo', '/customerService?sessionId=s-1&lang=2'],
  ['refused', 'No pudimos hacerlo', ''],
] as const)('[CALL-8] [SESS-4] %s says "%s" and leads on', (kind, heading, link) => {
  const { button, ...words } = view(kind);
  expect(words.heading).toBe(heading);
  expect(words.line).not.toBe('');
  expect(button?.link).toBe(link);
});

test('an order that has changed leads to its page, if the address names one', () => {
  expect(view('status-conflict', '', '&productId=p-1&orderId=o-1&x=1').button).toEqual({
    label: 'Ver mi préstamo',
    link: '/order?productId=p-1&orderId=o-1&sessionId=s-1&lang=2',
  });
  expect(view('status-conflict').button?.label).toBe('Ir al inicio');
});

test('[CALL-4] the backend’s own message goes before ours', () => {
  expect(view('refused', 'El banco no responde.').line).toBe('El banco no responde.');
});

test('[SESS-4] without a login page of the host the page says where to sign in', () => {
  const line = (message: string, login: string) => view('session-required', message, '', { login }).line;
  expect(line('', '')).toBe(
    'Su sesión terminó. Entre de nuevo para ver su préstamo. Abra Llano en su teléfono para entrar.',
  );
  expect(line('Terminó.', '')).toBe('Terminó. Abra Llano en su teléfono para entrar.');
  expect(line('Terminó.', 'llano://login')).toBe('Terminó.');
});

test('without a login page of the host the main page has to do, without any there is no button', () => {
  expect(view('session-required', '', '', { login: '' }, 'lang=1').button?.label).toBe('Go to the start');
  expect(view('session-required', '', '', { login: '', main: '' }).button).toBeNull();
});

test('[SESS-4] somebody whose session is over reads whom to turn to, also with a complaint', () => {
  const { elsewhere } = view('session-required');
  expect(elsewhere).toMatch(/^¿No puede entrar, o quiere presentar una queja\? [A-Z]/);
  expect(view('session-required', '', '', { login: '', main: '' }).elsewhere).toBe(elsewhere);
  expect(view('not-found').elsewhere).toMatch(/^¿Necesita ayuda\? Escriba/);
});
