import process from 'node:process';
import { afterAll, beforeEach, describe } from 'vitest';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';
import { type TestLlano, testLlano } from '#tests/setup/llano.ts';
import { startSmsGateway, type TestSmsGateway } from '#tests/setup/sms-gateway.ts';
import { type EngineVisitor, visitIn } from './engine-visitor.ts';
import { firefox } from './firefox.ts';
import { chromium } from './playwright.ts';
import type { Engine, TabOptions } from './tab.ts';
import { webkit } from './webkit.ts';

const markets = [
  {
    language: 'es',
    market: 'MX',
    productId: 'mx-120',
    payments: [142_281, 140_136, 137_991, 135_844],
    code: '+52',
    phone: '5548217',
  },
  {
    language: 'en',
    market: 'IN',
    productId: 'in-120',
    payments: [338_993, 334_555, 330_117, 325_678],
    code: '+91',
    phone: '9876543',
  },
] as const;

/** Each market, with script and without. */
export const walks = markets.flatMap((market) =>
  [true, false].map((hasScript) => ({ ...market, hasScript })),
);

type Walk = (typeof walks)[number];

/** What a journey is walked with in one engine. */
export interface Surroundings {
  readonly engine: Engine;
  readonly llano: TestLlano;
  readonly gateway: TestSmsGateway;
  /** A borrower of a market, with the loan they owe on, in a browser. */
  borrowerOf(walk: Walk, options?: Partial<TabOptions>): Promise<EngineBorrower>;
}

interface EngineBorrower {
  readonly session: TestSession;
  readonly loan: Awaited<ReturnType<typeof paidOutLoan>>;
  readonly visitor: EngineVisitor;
  readonly key: { readonly productId: string; readonly orderId: string };
}

/** The engines of this run, by the names in ENGINES; Chromium alone unless given. */
const chosen = (process.env.ENGINES ?? chromium.name).split(',');

/** Describes journeys of a file in every engine of this run that this machine has, on one Llano. */
export async function inEveryEngine(describeJourneys: (surroundings: Surroundings) => void): Promise<void> {
  const gateway = await startSmsGateway();
  afterAll(gateway.close);
  const llano = await testLlano({ SMS_GATEWAY_URL: gateway.url });
  // All visitors have one address, and an address gets 20 codes an hour.
  beforeEach(() => llano.letPass(3_601_000));
  const engines = [chromium, firefox, webkit].filter(
    (engine) => chosen.includes(engine.name) && engine.isFound(),
  );
  describe.each(engines)('in $name', (engine) => {
    afterAll(() => engine.stop());
    describeJourneys({
      engine,
      llano,
      gateway,
      async borrowerOf({ market, productId, language, hasScript }, options = {}) {
        const session = await newBorrower(llano, market);
        const loan = await paidOutLoan(llano, session, productId);
        const visitor = await visitIn(engine, llano, { language, hasScript, session, ...options });
        return { session, loan, visitor, key: { productId, orderId: loan.orderId } };
      },
    });
  });
}
