import { callTimeoutMs } from '#contract/client.ts';
import type { Database } from '#db/database.ts';
import type { Market } from '#domain/market.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import type { DemoService } from '#fixtures/demo-life.ts';
import { demoPeopleDays, makeDemoPeople, takesMadeUpPeople } from '#fixtures/demo-people.ts';
import type { Clock } from '#lending/ports.ts';
import type { SandboxLender } from '#pages/developer/sandbox-lender.ts';
import type { Settings } from '../settings.ts';
import { type LivePages, startLivePages } from './live-pages.ts';
import { createHostSender, createSandboxLender, type SandboxLenderOptions } from './sandbox-lender.ts';
import { createWorkbench, type RunningWorkbench } from './workbench.ts';

/**
 * What only `MODE=development` uses. `start-llano.ts` loads this module in that mode alone, and `npm run build -- --production` leaves it and all
 * that it imports out.
 */
export interface DeveloperParts {
  createSandbox(options: SandboxLenderOptions): SandboxLender;
  createBackendWorkbench(
    settings: Settings,
    redirectOrigins: readonly string[],
    clock: Clock,
  ): RunningWorkbench;
  /**
   * Loads demo products and borrowers.
   * @returns a function that makes demo people; null unless `makesPeople` and the database has no loans.
   */
  loadDemo(
    database: Database,
    options: { readonly now: Date; readonly makesPeople: boolean | MakeLives },
  ): Promise<MakePeople | null>;
  startLive(...parameters: Parameters<typeof startLivePages>): Promise<LivePages>;
}

/** Makes people of one's own by the service's acts, on a clock of one's own. */
export type MakeLives = (service: DemoService, markets: readonly Market[]) => Promise<void>;

export type MakePeople = (
  parts: Pick<DemoService, 'client'> & SandboxLenderOptions,
  markets: readonly Market[],
) => Promise<void>;

const dayMs = 86_400_000;

export const developerParts: DeveloperParts = {
  createSandbox: createSandboxLender,
  createBackendWorkbench: ({ backend, http, pages }, redirectOrigins, clock) =>
    createWorkbench({
      apiBase: backend.apiBase,
      merchantNumber: backend.defaultMerchantNumber,
      sessionOverCodes: backend.sessionOverCodes,
      timeoutMs: callTimeoutMs,
      imageOrigins: http.imageOrigins,
      redirectOrigins,
      pagePaths: Object.values(pages.paths),
      fetch,
      now: () => clock.now(),
    }),
  async loadDemo(database, { now, makesPeople }) {
    const lacksPeople = makesPeople !== false && (await takesMadeUpPeople(database));
    const daysBack = lacksPeople && makesPeople === true ? demoPeopleDays : 0;
    await loadDemoData(database, new Date(now.getTime() - daysBack * dayMs));
    if (!lacksPeople) return null;
    const make = makesPeople === true ? makeDemoPeople : makesPeople;
    return ({ client, ...options }, markets) =>
      make({ database, client, send: createHostSender(options) }, markets);
  },
  startLive: startLivePages,
};
