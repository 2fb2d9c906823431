import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { deskPaths } from '#desk/paths.ts';
import { deskRoles } from '#domain/desk/role.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';

const service = await testLendingService();
const { person } = testDesk(service);

/** Ids that name nothing: of each form that addresses have, and of none. */
const unknownIds = [randomUUID(), 'LL-2026-999999', 'QJ-2026-000000', 'nothing', '%', '%00', 'x'.repeat(300)];
const unknownIn = (path: string, id: string) => path.replace(/:\w+/g, id);

const addresses = Object.values(deskPaths)
  // These hand the browser over to an identity provider, or end the session that the walk needs.
  .filter((path) => !path.startsWith('/desk/sign-'))
  .flatMap((path) => (path.includes(':') ? unknownIds.map((id) => unknownIn(path, id)) : [path]));

/** What a form may lack: everything, its id, all but its id, and a number or day where one is asked for. */
const forms: readonly Readonly<Record<string, string>>[] = [
  {},
  { step: 'do' },
  { step: randomUUID() },
  { step: randomUUID(), do: 'nothing', reason: 'a reason', amount: 'x', day: 'x' },
  { messageId: randomUUID(), step: 'do', do: 'assign', every: 'yes', queue: 'kind=nothing&after=x' },
];

test.each(deskRoles)(
  'every address of the desk with an unknown id or a form that lacks fields has its page for %s',
  async (role) => {
    const somebody = await person(role, role);
    const failed: string[] = [];
    const look = async (what: string, asked: Promise<{ readonly status: number; readonly html: string }>) => {
      const { status, html } = await asked.catch((error: unknown) => ({ status: 500, html: String(error) }));
      const isPage = status < 300 || status === 303 || /<h1|<main/.test(html);
      if (status >= 500 || !isPage) failed.push(`${what.slice(0, 90)}: ${status} ${html.slice(0, 160)}`);
    };
    for (const address of addresses) {
      await look(`GET ${address}`, somebody.open(address));
      for (const query of ['?id=nothing', '?after=x&kind=x&person=x&market=x&day=x&from=x&to=x&show=x'])
        await look(`GET ${address}${query}`, somebody.open(address + query));
      for (const form of forms)
        await look(`POST ${address} ${JSON.stringify(form)}`, somebody.send(address, form));
    }
    expect(failed).toEqual([]);
  },
);
