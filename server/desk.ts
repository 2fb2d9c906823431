import type { DeskDependencies } from '#desk/dependencies.ts';
import { deskPaths } from '#desk/paths.ts';
import type { Identity } from '#domain/desk/person.ts';
import type { DeskRole } from '#domain/desk/role.ts';
import type { Api } from '#lending/create-lending.ts';
import { createDesk } from '#lending/desk/create-desk.ts';
import { createSignIn } from '#lending/desk/sign-in.ts';
import { createOpenIdProvider } from '#providers/identity/openid.ts';
import type { Settings } from './settings.ts';

/** People of `DESK=local`: together they have every role, none of them alone. */
const localPeople: readonly (Pick<Identity, 'subject' | 'name'> & { readonly roles: readonly DeskRole[] })[] =
  [
    { subject: 'ana', name: 'Ana Gómez', roles: ['agent', 'treasury'] },
    { subject: 'marta', name: 'Marta Ruiz', roles: ['manager', 'auditor'] },
    { subject: 'luis', name: 'Luis Mora', roles: ['manager'] },
  ];

/** Origin of the desk in the browser; empty to use the request's origin. */
export function deskBaseOf({ desk, http }: Pick<Settings, 'desk' | 'http'>): string {
  return desk.base || (desk.port === null ? http.h5Base : '');
}

export function deskDependenciesOf(
  settings: Pick<Settings, 'desk' | 'http'>,
  { dependencies, host }: Pick<Api, 'dependencies' | 'host'>,
): DeskDependencies | null {
  const { desk } = settings;
  if (desk.signIn === 'off') return null;
  const base = deskBaseOf(settings);
  return {
    service: createDesk(dependencies, host, {
      ...desk,
      roleMinutes: desk.signIn === 'openid' ? desk.roleMinutes : null,
    }),
    signIn:
      desk.signIn === 'local'
        ? {
            kind: 'local',
            people: localPeople.map(({ roles, ...person }) => identityOf(person, roles, desk)),
          }
        : {
            kind: 'provider',
            ...createSignIn(
              createOpenIdProvider(desk),
              {
                redirectUri: `${base || settings.http.h5Base}${deskPaths.signInBack}`,
                signedOutUri: `${base || settings.http.h5Base}${deskPaths.signIn}?out=1`,
              },
              dependencies,
            ),
          },
    newId: () => dependencies.random.id(),
    isHttps: base.startsWith('https:'),
  };
}

function identityOf(
  person: Pick<Identity, 'subject' | 'name'>,
  roles: readonly DeskRole[],
  { groupsOfRole }: Settings['desk'],
): Identity {
  return {
    issuer: 'local',
    ...person,
    groups: roles.flatMap((role) => groupsOfRole[role]?.slice(0, 1) ?? []),
  };
}
