import { pino } from 'pino';
import { createSandboxLender } from '#server/developer/sandbox-lender.ts';
import { readEnvironment } from '#server/environment.ts';
import { startLlano } from '#server/start-llano.ts';
import { openEmbeddedDatabase } from './lending-databases.ts';
import { testConfiguration } from './lending-service.ts';

/** A Llano whose demo people have loans in every state, as `npm start` makes them, and the lender of its test page. */
export async function startPeople() {
  const [hostSigningSecret] = testConfiguration.hostSigningSecrets;
  const settings = readEnvironment({
    ...{ PORT: '0', LOG_LEVEL: 'silent', REQUESTS_PER_MINUTE: '100000' },
    HOST_SIGNING_SECRET: hostSigningSecret,
  });
  const connection = await openEmbeddedDatabase();
  const logger = pino({ level: 'silent' });
  const llano = await startLlano(settings, { logger, connection, makesPeople: true });
  const sandbox = createSandboxLender({
    hostSigningSecret,
    fetch: (request) => fetch(new Request(llano.address + new URL(request.url).pathname, request)),
  });
  return { address: llano.address, sandbox, close: () => llano.close() };
}
