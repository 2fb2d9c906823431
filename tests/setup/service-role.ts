import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onServer } from './postgres.ts';

/** A role of the server with which a node serves, as docs/deploy.md has it. */
export interface ServiceRole {
  /** The database's address with that role. */
  readonly url: string;
  /** Lets it use the tables that there are and those that come. */
  grant(): Promise<void>;
  /** Removes it; its database has to be gone. */
  drop(): Promise<void>;
}

const documented = join(import.meta.dirname, '../../deploy/service-role.sql');

/** Makes a role that may do nothing yet, for the database at `ownerUrl`. */
export async function createServiceRole(ownerUrl: string): Promise<ServiceRole> {
  const name = `llano_service_${randomBytes(4).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const ask = (at: string, statements: string) =>
    onServer(at, async (server) => void (await server.query(statements)));
  await ask(ownerUrl, `create role ${name} login password '${password}'`);
  const url = new URL(ownerUrl);
  url.username = name;
  url.password = password;
  const elsewhere = new URL(ownerUrl);
  elsewhere.pathname = '/postgres';
  return {
    url: url.href,
    grant: async () => ask(ownerUrl, (await readFile(documented, 'utf8')).replaceAll('llano_service', name)),
    drop: () => ask(elsewhere.href, `drop role ${name}`),
  };
}
