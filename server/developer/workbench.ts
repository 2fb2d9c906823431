import { AsyncLocalStorage } from 'node:async_hooks';
import { allCalls } from '#contract/all-calls.ts';
import { documentPointer } from '#contract/answer-tolerances.ts';
import type { Call } from '#contract/call.ts';
import { backendAddress } from '#contract/safe-address.ts';
import { type ShownTolerance, type TakenTolerance, tolerances } from '#contract/tolerances.ts';
import type { CheckedBackend } from '#kit/bench.ts';
import { callChecks } from '#kit/call-checks.ts';
import { checkBackend } from '#kit/check-backend.ts';
import { answerFaults, anyCallFaults, faultAt, type Mutation, mutated } from '#kit/faults.ts';
import { callsLeftOut, type Inputs, leftOutText, readPageAddress } from '#kit/page-address.ts';
import { causesOf } from '#kit/report.ts';
import { callOf, recordedAnswer, recordedRequest } from '#kit/session-record.ts';
import type {
  ChosenFault,
  Exchange,
  KitRun,
  TakenEntry,
  Workbench,
  WorkbenchFault,
} from '#pages/developer/workbench-port.ts';
import { cookieValue } from '#pages/lasting-cookie.ts';

export interface WorkbenchOptions
  extends Pick<
    CheckedBackend,
    | 'apiBase'
    | 'merchantNumber'
    | 'timeoutMs'
    | 'sessionOverCodes'
    | 'imageOrigins'
    | 'redirectOrigins'
    | 'pagePaths'
  > {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly now: () => Date;
  readonly slowMs?: number;
}

export interface RunningWorkbench extends Workbench {
  fetch(request: Request): Promise<Response>;
  reportTaken(tolerances: TakenTolerance): void;
  /** Records a deviation that a page tolerates when it shows an answer. */
  reportShown(shown: ShownTolerance): void;
  recordCallsOf<Pages extends { fetch(request: Request, ...rest: never[]): Response | Promise<Response> }>(
    pages: Pages,
  ): Pick<Pages, 'fetch'>;
}

const recordedCallsMax = 60;
const textMax = 4_000;
const slowAnswerMs = 11_000;
const faultCookie = 'workbenchfault';
const previewPath = '/testPreview';

interface RecordedCall extends Omit<Exchange, 'status' | 'durationMs' | 'answer' | 'taken'> {
  status: number | null;
  durationMs: number;
  answer: string;
  tolerances: TakenEntry[];
  readonly address: string;
  readonly declared: Call;
  data: unknown;
}

interface OpenedPage {
  readonly address: string;
  readonly fault: ChosenFault | null;
  readonly calls: RecordedCall[];
}

const faults: readonly WorkbenchFault[] = [
  ...anyCallFaults.map(({ name, harmless }) => ({ id: name, name, call: null, harmless: harmless ?? null })),
  ...answerFaults.map(({ name, call }) => ({ id: `${name} (${call})`, name, call, harmless: null })),
];

interface Bench {
  readonly options: WorkbenchOptions;
  readonly scope: AsyncLocalStorage<OpenedPage>;
  readonly record: RecordedCall[];
  count: number;
  /** Sessions and ids of the pages that were opened, for the kit. */
  inputs: Inputs;
  run: KitRun;
}

export function createWorkbench(options: WorkbenchOptions): RunningWorkbench {
  const bench: Bench = {
    options,
    scope: new AsyncLocalStorage(),
    record: [],
    count: 0,
    inputs: {},
    run: { state: 'none' },
  };
  return {
    apiBase: options.apiBase,
    exchanges: () =>
      bench.record
        .toReversed()
        .map(({ address: _address, declared: _declared, data: _data, ...shown }) => shown),
    pageOf: (number) => bench.record.find((each) => each.number === number)?.address ?? null,
    count: () => bench.count,
    faults,
    calls: allCalls.map(({ name }) => name),
    chosenIn,
    cookieOf(chosen) {
      const value = chosen ? encodeURIComponent(`${chosen.id}|${chosen.call ?? ''}`) : '';
      const age = chosen ? 86_400 : 0;
      return `${faultCookie}=${value}; Max-Age=${age}; Path=/; HttpOnly; SameSite=Lax`;
    },
    run: () => bench.run,
    startRun: (address) => runKit(bench, address),
    fetch: (request) => fetchRecorded(bench, request),
    reportTaken(taken) {
      const exchange = bench.scope.getStore()?.calls.findLast(({ call }) => call === taken.call);
      if (exchange) noteTolerance(exchange, taken);
    },
    reportShown: (shown) => noteShown(bench, shown),
    recordCallsOf: (pages) => ({
      fetch(request, ...rest) {
        const { pathname } = new URL(request.url);
        if (pathname.startsWith(previewPath)) return pages.fetch(request, ...rest);
        bench.inputs = { ...bench.inputs, ...readPageAddress(new URL(request.url)) };
        const page = { address: request.url, fault: chosenIn(request), calls: [] as RecordedCall[] };
        return bench.scope.run(page, async () => {
          const response = await pages.fetch(request, ...rest);
          for (const exchange of page.calls) exchange.data = undefined;
          return response;
        });
      },
    }),
  };
}

/** Checks the backend with the kit; calls without inputs are left out. */
async function runKit(bench: Bench, address: string): Promise<void> {
  if (bench.run.state === 'running') return;
  const input = { ...bench.inputs, ...(URL.canParse(address) ? readPageAddress(new URL(address)) : {}) };
  const leftOut = callsLeftOut(callChecks, input);
  const missing = new Set(leftOut.map(({ call }) => call));
  const only = callChecks.map(({ call }) => call.name).filter((call) => !missing.has(call));
  bench.run = { state: 'running', place: 0, count: only.length, call: '' };
  const outcomes = await checkBackend(checkedBackend(bench.options, input), {
    only,
    began(call, { place, count }) {
      bench.run = { state: 'running', place, count, call };
    },
  });
  bench.run = {
    state: 'done',
    findings: {
      at: bench.options.now(),
      callCount: outcomes.length,
      workingCount: outcomes.filter(({ verdict }) => verdict === 'works').length,
      causes: causesOf(outcomes).map(({ cause: { title, borrowerLoses, mend }, problems }) => ({
        title,
        borrowerLoses,
        mend,
        problems,
      })),
      leftOut: leftOutText(leftOut)
        .trim()
        .split('\n')
        .filter((line) => line !== ''),
    },
  };
}

function checkedBackend(options: WorkbenchOptions, input: Inputs): CheckedBackend {
  return {
    ...options,
    credentials: { sessionId: input.session ?? '', deviceId: input.device ?? '', userId: input.user ?? '' },
    offeredProductId: input.offered ?? '',
    productId: input.product ?? '',
    orderId: input.order ?? '',
    orderNumber: input['order-number'] ?? '',
    otherOrderId: null,
    otherOrderNumber: null,
    captcha: null,
    smsCode: null,
    templateId: input.template ?? '1',
    phone: '5500000000',
  };
}

async function fetchRecorded(bench: Bench, request: Request): Promise<Response> {
  const { options, record } = bench;
  const page = bench.scope.getStore();
  const { pathname } = new URL(request.url);
  const basePath = new URL(options.apiBase).pathname.replace(/\/+$/, '');
  const declared = callOf(request.method, pathname.slice(basePath.length));
  if (!page || !declared) return options.fetch(request);
  const mutation = page.fault && mutationOf(page.fault, declared.name, options.slowMs ?? slowAnswerMs);
  bench.count += 1;
  const exchange: RecordedCall = {
    number: bench.count,
    at: options.now(),
    call: declared.name,
    path: declared.path,
    declared,
    status: null,
    durationMs: 0,
    answer: '',
    tolerances: [],
    data: undefined,
    page: new URL(page.address).pathname,
    address: page.address,
    request: shortened(recordedRequest(declared, await fieldsOf(request))),
    fault: mutation ? mutation.name : null,
  };
  record.push(exchange);
  page.calls.push(exchange);
  if (record.length > recordedCallsMax) record.splice(0, record.length - recordedCallsMax);
  const startedAt = performance.now();
  const reach = mutation ? mutated(options.fetch, mutation, options.apiBase) : options.fetch;
  try {
    const response = await reach(request);
    exchange.status = response.status;
    const body = await response
      .clone()
      .json()
      .catch(() => null);
    exchange.answer = shortened(recordedAnswer(declared, response.status, body).body);
    exchange.data = (body as { data?: unknown } | null)?.data;
    return response;
  } finally {
    exchange.durationMs = Math.round(performance.now() - startedAt);
  }
}

function mutationOf({ fault, call }: ChosenFault, name: string, slowMs: number): Mutation | null {
  if (fault.call !== null)
    return answerFaults.find((each) => `${each.name} (${each.call})` === fault.id) ?? null;
  if (call !== null && call !== name) return null;
  const any = anyCallFaults.find((each) => each.name === fault.id);
  return any ? faultAt(any, name, slowMs) : null;
}

function noteShown({ scope, options: { apiBase } }: Bench, { id, value }: ShownTolerance): void {
  for (const exchange of scope.getStore()?.calls.toReversed() ?? []) {
    const field = fieldWith(
      exchange.data,
      (text) => text === value || backendAddress(text, apiBase) === value,
    );
    if (field === null) continue;
    noteTolerance(exchange, { id, field, says: `${field} is not shown as it came` });
    return;
  }
}

function noteTolerance(exchange: RecordedCall, { id, field, says }: Omit<TakenTolerance, 'call'>): void {
  if (exchange.tolerances.some((each) => each.id === id && each.field === field)) return;
  const pointer = documentPointer(exchange.call, field);
  exchange.tolerances.push({ ...tolerances[id], id, field, says, pointer });
}

function chosenIn(request: Request): ChosenFault | null {
  const [id = '', call = ''] = (cookieValue(request, faultCookie) ?? '').split('|');
  const fault = faults.find((each) => each.id === id);
  return fault ? { fault, call: call === '' ? null : call } : null;
}

function fieldWith(data: unknown, isMeant: (text: string) => boolean, path = ''): string | null {
  if (typeof data === 'string') return isMeant(data) ? path : null;
  if (typeof data !== 'object' || data === null) return null;
  for (const [name, part] of Object.entries(data)) {
    const place = Array.isArray(data) ? `${path}[${name}]` : path ? `${path}.${name}` : name;
    const found = fieldWith(part, isMeant, place);
    if (found !== null) return found;
  }
  return null;
}

async function fieldsOf(request: Request): Promise<Record<string, unknown>> {
  const inAddress = Object.fromEntries(new URL(request.url).searchParams);
  const type = request.headers.get('Content-Type') ?? '';
  if (type.startsWith('multipart/')) return inAddress;
  const text = await request.clone().text();
  if (type.startsWith('application/json')) return { ...inAddress, ...JSON.parse(text || '{}') };
  return { ...inAddress, ...Object.fromEntries(new URLSearchParams(text)) };
}

function shortened(value: unknown): string {
  const text = JSON.stringify(value, null, 1);
  return text.length > textMax ? `${text.slice(0, textMax)}…` : text;
}
