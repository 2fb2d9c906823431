import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { usualLenderTexts } from '#content/messages/borrower-message.ts';
import type { Call } from '#contract/call.ts';
import { type Envelope, v3Envelope } from '#contract/envelope.ts';
import { issueSession } from '#contract/host/session.ts';
import type { HostCall } from '#contract/host-call.ts';
import { type Database, inTransaction } from '#db/database.ts';
import { allMarkets } from '#domain/market.ts';
import { hoursOfMatters } from '#domain/matter/matter.ts';
import { signedRequest as hostRequest } from '#host-client/host-client.ts';
import { beginSession } from '#lending/borrower/sessions.ts';
import { createImageCleaner } from '#lending/complaint/image.ts';
import { type Api, createLending } from '#lending/create-lending.ts';
import type { LendingConfiguration, LendingDependencies } from '#lending/dependencies.ts';
import { signatureOf } from '#lending/http/signature.ts';
import type { CallerClass, HoldPlace } from '#lending/ports.ts';
import { createSandboxCardProvider, type SandboxCardProvider } from '#providers/cards/sandbox.ts';
import { lenderSources } from '#providers/references/lender-codes.ts';
import { settlementReader } from '#providers/settlement/read-settlement-file.ts';
import { createSmsInbox, type SmsInbox } from '#providers/sms/inbox.ts';
import { createPlaces, type PlaceLimits } from '#server/admission/places.ts';
import { holdersOf } from '#server/admission/shares.ts';
import { systemRandom } from '#server/system-random.ts';
import { type MemoryFiles, memoryFiles } from './memory-files.ts';
import { judgedDatabase } from './service-statements.ts';

const testSecret = `whsec_${Buffer.from('a secret that only tests know').toString('base64')}`;

/** A configuration of the lending service for tests. */
export const testConfiguration: LendingConfiguration = {
  isDevelopment: false,
  hostSigningSecrets: [testSecret],
  takesWebhookSignatures: true,
  masterSecrets: ['a master secret that only tests know'],
  sessionTtlMinutes: 60,
  // Tests leap over months, except those of idle sessions.
  sessionIdleMinutes: 0,
  sessionSources: { isHttps: false, isInAddress: true },
  // Tests leap over months, except those of the leap itself.
  penaltyStepDays: 3650,
  jobs: 'all',
  matterHours: hoursOfMatters(24),
  reminders: null,
  borrowerMessages: usualLenderTexts,
  dateStyle: 'iso',
  amountStyle: 'dot',
  paths: { loanDetail: '/loanDetail', contract: '/contract', payWay: '/payWay', repay: '/repay' },
  markets: ['MX', 'IN'],
  bankCalendars: Object.fromEntries(
    allMarkets.map((market) => [market, { market, named: [] }]),
  ) as unknown as LendingConfiguration['bankCalendars'],
  companies: {
    MX: {
      appName: 'Llano',
      lenderName: 'Llano México',
      address: 'Avenida de Prueba 1, Ciudad de México',
      registration: 'Registro de prueba 120',
      regulator: 'Autoridad de prueba, 55 0000 0001',
      telephone: '+52 55 5000 0100',
      email: 'ayuda@llano.test',
      whatsapp: '+52 55 5000 0101',
      complaintsUnit: 'Julia Robles',
      ...{ recoveryAgents: '', serviceProvider: '', fundingPartners: '' },
      contractRegister: '1234-439-012345/01-00123-0126',
      complaintsTelephone: '+52 55 5000 0102',
      complaintsEmail: 'une@llano.test',
      coolingOffDays: 0,
      lateFeeBesidePenalties: true,
      documentSet: 'MX',
    },
    IN: {
      appName: 'Llano',
      lenderName: 'Llano India',
      address: '1 Test Road, Bengaluru',
      registration: 'Test registration 240',
      regulator: 'Test supervisor, 80 0000 0001',
      telephone: '+91 80 5000 0100',
      email: 'help@llano.test',
      whatsapp: '',
      complaintsUnit: 'Meera Nair',
      recoveryAgents: 'Cobra Recoveries, +91 80 5000 0199',
      ...{ serviceProvider: '', fundingPartners: '', contractRegister: '' },
      complaintsTelephone: '+91 80 5000 0102',
      complaintsEmail: 'grievance@llano.test',
      coolingOffDays: 3,
      lateFeeBesidePenalties: true,
      documentSet: 'IN',
    },
  },
  channels: {
    spei: { clabePrefix: '999180' },
    store: { chainName: 'Tienda Llano', referencePrefix: '4821' },
    upi: { payeeAddress: 'llano@okbank' },
    virtualAccount: { bankName: 'Banco Llano', ifsc: 'LLNO0000120', accountPrefix: 'LLANO' },
  },
  paymentPage: {
    address: 'https://pay.test/checkout?order={orderNumber}&amount={amount}&currency={currency}',
    origins: ['https://pay.test'],
  },
  registration: {
    appName: 'Llano',
    pagesHost: 'pages.llano.test',
    standingLanguage: 'market',
    sendsPerHour: 2_000,
    sendsPerDay: 8_000,
    proofIterations: 1,
  },
};

/** One line the service reported. */
export interface ReportedLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
}

/** What a request was answered with. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON of the body. */
  readonly body: {
    readonly success: boolean;
    readonly code: string;
    readonly message: string;
    readonly data: unknown;
  };
}

/** The session of a borrower's page. */
export interface TestSession extends Credentials {
  readonly borrowerId: string;
}

/** What a page sends to say who it is. */
export interface Credentials {
  readonly sessionId: string;
  readonly userId: string;
  readonly deviceId: string;
}

/** What stands in for the world outside. */
export interface TestPorts {
  readonly files: MemoryFiles;
  readonly sms: SmsInbox;
  readonly cards: SandboxCardProvider;
}

/** A lending service with its time in the test's hand. */
export interface LendingService {
  readonly api: Api;
  readonly dependencies: LendingDependencies & TestPorts;
  readonly database: Database;
  readonly reported: ReportedLine[];
  /** Sets the time, an ISO text. */
  setTime(instant: string): void;
  /** Makes a session for a borrower on a device of its own. */
  session(borrowerId: string): Promise<TestSession>;
  /** Makes a borrower's call in our names and expects success. */
  ask<Request, Answer>(
    call: Call<Request, Answer>,
    request: Request,
    session: Credentials,
    language?: 'es' | 'en',
  ): Promise<Answer>;
  /** Makes a borrower's call with a raw body, in wire names. */
  post(path: string, body: unknown, session?: Credentials): Promise<TestAnswer>;
  /** Makes a signed call of the lender's systems and expects success. */
  tell<Request, Answer>(call: HostCall<Request, Answer>, request: Request): Promise<Answer>;
  /** Makes a signed call of the lender's systems with a raw body. */
  host(path: string, body: unknown, messageId?: string): Promise<TestAnswer>;
}

const sessionYears = 10;

/** Places of which a thing has so many, for the callers whom `classOf` tells. */
export function placesFor(
  limits: PlaceLimits,
  { callerAddress, classOf }: { callerAddress(): string; classOf(): CallerClass },
): HoldPlace {
  const places = createPlaces(limits);
  return (_thing, holders, work) =>
    places.take(classOf(), holdersOf({ address: callerAddress() }, holders), work);
}

/** Builds a lending service on a migrated database; it is 2026-11-20 at noon in Mexico unless said otherwise. */
export function lendingService(
  database: Database,
  configuration: Partial<LendingConfiguration> = {},
  ports: Partial<
    Pick<
      LendingDependencies,
      | 'callerAddress'
      | 'random'
      | 'printKeptText'
      | 'smsWatch'
      | 'holdPlace'
      | 'hostDatabase'
      | 'replica'
      | 'timeOf'
      | 'jobEnded'
      | 'eventsFound'
      | 'mattersCounted'
      | 'admitHostCall'
      | 'nameBorrower'
      | 'eventReceiver'
      | 'references'
    > &
      TestPorts
  > = {},
): LendingService {
  let now = new Date('2026-11-20T12:00:00-06:00');
  const reported: ReportedLine[] = [];
  const report = (level: ReportedLine['level']) => (message: string, fields?: ReportedLine['fields']) => {
    reported.push({ level, message, fields });
  };
  const judged = judgedDatabase(database);
  const dependencies: LendingService['dependencies'] = {
    database: judged,
    hostDatabase: judged,
    clock: { now: () => now },
    timeOf: async () => now,
    random: systemRandom,
    configuration: { ...testConfiguration, ...configuration },
    eventReceiver: null,
    files: memoryFiles(() => now),
    sms: createSmsInbox(() => now),
    smsWatch: { concluded() {}, reported() {}, refused() {} },
    cards: createSandboxCardProvider(() => now),
    readSettlement: settlementReader({}),
    references: {
      sources: lenderSources({ ...testConfiguration, ...configuration }),
      providers: [],
      notifiers: [],
    },
    pagesOrigin: () => 'https://pages.llano.test',
    callerAddress: () => null,
    admitHostCall: async () => true,
    imageCleaner: createImageCleaner(),
    printKeptText: async (kept) => {
      const [{ printKeptText }, { renderPdf }] = await Promise.all([
        import('#server/print-kept-text.ts'),
        import('#server/render-pdf.ts'),
      ]);
      return printKeptText(kept, renderPdf);
    },
    holdPlace: (_thing, _holders, work) => work(),
    logger: { info: report('info'), warn: report('warn'), error: report('error') },
    ...ports,
  };
  const api = createLending(dependencies);
  return {
    api,
    dependencies,
    database,
    reported,
    setTime(instant) {
      now = new Date(instant);
    },
    async session(borrowerId) {
      const deviceId = `device-${randomUUID()}`;
      const request = { borrowerId, deviceId, ttlMinutes: sessionYears * 365 * 24 * 60 };
      const { sessionId, userId } = await inTransaction(database, (transaction) =>
        beginSession(transaction, request, { now, random: systemRandom }),
      );
      return { borrowerId, sessionId, userId, deviceId };
    },
    ...serviceCalls(api),
  };
}

/** The calls of a borrower's pages and of the lender's systems to a service, in this process or behind an address. */
function serviceCalls(service: Pick<Api, 'fetch'>): Pick<LendingService, 'ask' | 'post' | 'tell' | 'host'> {
  return {
    async ask(call, request, session, language = 'es') {
      const headers = { ...credentials(session), 'X-Language': language === 'en' ? '1' : '2' };
      const answer = await send(service, jsonRequest(call.path, z.encode(call.request, request), headers));
      return z.decode(call.response, dataOf(answer, call.envelope ?? v3Envelope) as never);
    },
    post: (path, body, session) => send(service, jsonRequest(path, body, credentials(session))),
    async tell(call, request) {
      return dataOf(await send(service, signedRequest(call.path, request)), v3Envelope) as never;
    },
    host: (path, body, messageId) => send(service, signedRequest(path, body, { messageId })),
  };
}

/**
 * The calls to a Llano behind its address, which may change; a session is one that its lender asks for.
 * @param headers of each request besides.
 */
export function serviceAt(
  address: string | (() => string),
  headers: Readonly<Record<string, string>> = {},
): Pick<LendingService, 'session' | 'ask' | 'post' | 'tell' | 'host'> & {
  fetch(request: Request): Promise<Response>;
} {
  const reached = {
    fetch(request: Request) {
      const { pathname, search } = new URL(request.url);
      const origin = typeof address === 'string' ? address : address();
      const forwarded = new Request(origin + pathname + search, request);
      for (const [name, value] of Object.entries(headers)) forwarded.headers.set(name, value);
      return fetch(forwarded);
    },
  };
  const calls = serviceCalls(reached);
  return {
    ...reached,
    ...calls,
    async session(borrowerId) {
      const deviceId = `device-${randomUUID()}`;
      const { sessionId = '', userId } = await calls.tell(issueSession, { borrowerId, deviceId });
      return { borrowerId, sessionId, userId, deviceId };
    },
  };
}

/** Makes signed calls with a raw body and gives what a test looks at, also of one that is refused. */
export function hostOutcomes({ host }: Pick<LendingService, 'host'>) {
  return async (path: string, body: unknown, messageId?: string) => {
    const answer = await host(path, body, messageId);
    return { status: answer.status, code: answer.body.code, data: answer.body.data };
  };
}

function dataOf({ status, body }: TestAnswer, envelope: Envelope): unknown {
  const reading = envelope.read(body);
  if (!reading?.success) throw new Error(`refused with ${status} ${body.code}: ${body.message}`);
  return reading.data;
}

/** The JSON client's headers of a session (CALL-1). */
export function credentials(session: Credentials | undefined): Record<string, string> {
  if (session === undefined) return {};
  const { sessionId, userId, deviceId } = session;
  return { 'X-Session-Id': sessionId, 'X-User-Id': userId, 'X-Device-Id': deviceId };
}

/** A POST of JSON to the service. */
export function jsonRequest(path: string, body: unknown, headers: Record<string, string> = {}): Request {
  return new Request(`http://lender.test${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

interface Signing {
  readonly messageId?: string | undefined;
  /** The real time unless given. */
  readonly signedAt?: Date;
  /** The tests' unless given. */
  readonly secret?: string;
}

/** A message of the lender's systems, signed (RFC 9421). */
export function signedRequest(path: string, body: unknown, signing: Signing = {}): Request {
  const { messageId: id = `msg_${randomUUID()}`, signedAt, secret = testSecret } = signing;
  return hostRequest('http://lender.test', path, { id, body: JSON.stringify(body) }, secret, signedAt);
}

/** The same, signed as events are (Standard Webhooks). */
export function webhookSignedRequest(path: string, body: unknown, signing: Signing = {}): Request {
  const { messageId: id = `msg_${randomUUID()}`, signedAt = new Date(), secret = testSecret } = signing;
  return jsonRequest(path, body, signatureOf({ id, body: JSON.stringify(body) }, secret, signedAt));
}

/** Sends a request and reads the JSON it is answered with. */
export async function send(api: Pick<Api, 'fetch'>, request: Request): Promise<TestAnswer> {
  const response = await api.fetch(request);
  return { status: response.status, headers: response.headers, body: await response.json() };
}
