import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { connectDatabase, generousLimits } from '#db/connect.ts';
import { isDatabaseUnavailable } from '#db/failure.ts';
import { reconcileEventsOf, reconcileLoans } from '#lending/ledger/reconcile.ts';
import { type LendingService, lendingService } from '#tests/setup/lending-service.ts';
import { seeOutcome } from './outcome.ts';
import { repeatedEffects } from './repeated-effects.ts';
import type { Scenario, Scene } from './scene.ts';
import { Actor, type Kill, Watcher } from './scheduled-sessions.ts';

const names = ['A', 'B', 'C'] as const;
const allKills: readonly Kill[] = ['before-statement', 'before-answer'];
const stepsMax = 400;
const asksMax = 8;
const begins = '2026-11-20T12:00:00-06:00';

/** A migrated database with demo data, a service to prepare on, and actors with sessions and a service of their own each. */
export interface World {
  readonly service: LendingService;
  readonly actors: readonly Actor[];
  readonly services: readonly LendingService[];
  readonly watcher: Watcher;
  /** What came of each serial order of the acts of a scenario. */
  readonly serialOutcomes: Map<string, ReadonlySet<string>>;
  close(): Promise<void>;
}

export async function openWorld(databaseUrl: string): Promise<World> {
  const connection = await connectDatabase({ databaseUrl }, generousLimits);
  const service = lendingService(connection.db);
  const { files, sms, cards } = service.dependencies;
  const actors = names.map((name) => new Actor(name, databaseUrl));
  const watcher = new Watcher(databaseUrl);
  await watcher.open();
  return {
    service,
    actors,
    services: actors.map(({ database }) => lendingService(database, {}, { files, sms, cards })),
    watcher,
    serialOutcomes: new Map(),
    async close() {
      await Promise.all([...actors, watcher, connection].map((part) => part.close()));
    },
  };
}

/** What is drawn for one schedule. */
interface Drawn {
  /** Of the scheduler, which is made anew for each run: a copy of one that was used goes on from there. */
  readonly schedulerSeed: number;
  /** Which acts of the scenario take part. */
  readonly acts: readonly number[];
  /** So many statements go one session after another before the scheduler chooses, and then it chooses so many. */
  readonly orderly: number;
  readonly chosen: number;
  readonly kills: readonly { readonly of: number; readonly kill: Kill }[];
}

function drawnFor({ actCount, kills = allKills }: Scenario, actsMax: number): fc.Arbitrary<Drawn> {
  const all = Array.from({ length: actCount }, (_, act) => act);
  const kill = () => fc.record({ of: fc.nat({ max: actCount - 1 }), kill: fc.constantFrom(...kills) });
  return fc.noBias(
    fc.record({
      schedulerSeed: fc.noShrink(fc.nat()),
      acts: fc.subarray(all, { minLength: 2, maxLength: Math.min(actCount, actsMax) }),
      orderly: fc.nat({ max: 20 }),
      chosen: fc.nat({ max: 80 }),
      kills: kills.length === 0 ? fc.constant([]) : fc.array(kill(), { maxLength: 1 }),
    }),
  );
}

function actOf({ acts }: Scene, place: number): Scene['acts'][number] {
  const act = acts[place];
  if (!act) throw new Error(`There is no act ${place}.`);
  return act;
}

/** Does an act until it is answered, as every caller has to; a 500 is never right. */
async function answered(
  act: Scene['acts'][number],
  service: LendingService,
  mayFail: boolean,
): Promise<string> {
  for (let asks = 1; ; asks += 1) {
    const answer = await act(service).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) return '503';
      throw error;
    });
    if (!/^5\d\d/.test(answer)) return answer;
    if (answer.startsWith('500') || !mayFail || asks === asksMax) return `FAILED ${answer}`;
    await pause(5);
  }
}

/** The outcome of acts, in every order, one at a time, each order on loans of its own. */
async function serialOutcomes(
  world: World,
  scenario: Scenario,
  acts: readonly number[],
): Promise<ReadonlySet<string>> {
  const key = `${scenario.name} ${acts}`;
  const known = world.serialOutcomes.get(key);
  if (known) return known;
  const outcomes = new Set<string>();
  for (const order of permutations(acts)) {
    const scene = await begin(world, scenario);
    const answers = new Map<number, string>();
    for (const act of order) answers.set(act, await answered(actOf(scene, act), world.service, false));
    outcomes.add(
      await seeOutcome(
        world.service.database,
        scene,
        acts.map((act) => answers.get(act) ?? ''),
      ),
    );
    await scene.end?.();
  }
  world.serialOutcomes.set(key, outcomes);
  return outcomes;
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, place) =>
    permutations(items.toSpliced(place, 1)).map((rest) => [item, ...rest]),
  );
}

async function begin({ service, services }: World, scenario: Scenario): Promise<Scene> {
  service.setTime(begins);
  const scene = await scenario.begin(service);
  for (const each of [service, ...services]) each.setTime(scene.at ?? begins);
  return scene;
}

/** A schedule that broke something. */
class ScheduleError extends Error {}

/** Runs the acts of a scenario as drawn. @throws ScheduleError saying what is wrong after it, and how it came about. */
async function runSchedule(world: World, scenario: Scenario, drawn: Drawn): Promise<void> {
  const { acts, kills } = drawn;
  const serial = await serialOutcomes(world, scenario, acts);
  const scene = await begin(world, scenario);
  const trace: string[] = [];
  const actors = acts.map((_act, place) => world.actors[place] as Actor);
  const answers = acts.map((act, place) => {
    const actor = actors[place] as Actor;
    actor.isScheduled = true;
    actor.isDone = false;
    actor.onSent = (name, text) => trace.push(`${name} ${text.replaceAll(/\s+/g, ' ').slice(0, 110)}`);
    return answered(actOf(scene, act), world.services[place] as LendingService, kills.length > 0)
      .catch((error: unknown) => `FAILED ${error instanceof Error ? error.stack : error}`)
      .finally(() => {
        actor.isDone = true;
      });
  });
  const faults: string[] = [];
  try {
    await interleave(world.watcher, actors, drawn, trace);
  } catch (error) {
    faults.push(String(error));
  } finally {
    for (const actor of actors) actor.release();
  }
  const given = await Promise.all(answers);
  faults.push(...given.filter((answer) => answer.startsWith('FAILED')));
  const { database } = world.service;
  const outcome = await seeOutcome(database, scene, given);
  if (!serial.has(outcome))
    faults.push(`no order of the acts, one at a time, gives ${differing(outcome, serial)}`);
  for (const fault of await reconcileLoans(database, scene.loanIds)) faults.push(JSON.stringify(fault));
  for (const fault of await reconcileEventsOf(database, scene.loanIds)) faults.push(JSON.stringify(fault));
  faults.push(...(await repeatedEffects(database, scene.borrowerIds)), ...((await scene.end?.()) ?? []));
  if (faults.length > 0)
    throw new ScheduleError([`${scenario.name}: ${faults.join('\n')}`, ...trace].join('\n  '));
}

/** Sends the statements of the actors in the order drawn, until all are done. */
async function interleave(
  watcher: Watcher,
  actors: readonly Actor[],
  { schedulerSeed, orderly, chosen, kills }: Drawn,
  trace: string[],
): Promise<void> {
  const [scheduler] = fc.sample(fc.scheduler(), { seed: schedulerSeed, numRuns: 1 }) as [fc.Scheduler];
  let current = actors[0] as Actor;
  const waiting = new Set<Actor>();
  const goOn = (actor: Actor) => {
    current = actor;
    actor.step();
  };
  const task = (name: string, work: () => unknown) =>
    void scheduler.schedule(Promise.resolve(), name, undefined, async (trigger) => {
      await trigger();
      await work();
    });
  for (const { of, kill } of kills) {
    const actor = actors[of % actors.length] as Actor;
    task(`${actor.name} is killed`, async () => {
      trace.push(`${actor.name} is killed, ${kill}`);
      await actor.kill(kill, watcher.end);
    });
  }
  for (let step = 0; ; step += 1) {
    await watcher.settle(actors);
    const ready = actors.filter(({ isReady }) => isReady);
    const [first] = ready;
    if (!first) return;
    if (step > stepsMax) throw new Error('the acts come to no end');
    if (step < orderly || step >= orderly + chosen) {
      goOn(current.isReady ? current : first);
      continue;
    }
    for (const actor of ready) {
      if (waiting.has(actor)) continue;
      waiting.add(actor);
      task(actor.name, () => {
        waiting.delete(actor);
        if (actor.isReady) goOn(actor);
      });
    }
    await scheduler.waitOne();
  }
}

/** What of an outcome is in no serial one, beside the serial one that is most like it. */
function differing(outcome: string, serial: ReadonlySet<string>): string {
  const lines = outcome.split('\n');
  const missing = (from: readonly string[], to: readonly string[]) => {
    const left = [...to];
    return from.filter((line) => {
      const place = left.indexOf(line);
      if (place >= 0) left.splice(place, 1);
      return place < 0;
    });
  };
  const [closest = []] = [...serial]
    .map((each) => each.split('\n'))
    .sort((a, b) => missing(a, lines).length - missing(b, lines).length);
  return [
    ...missing(lines, closest).map((line) => `+ ${line}`),
    ...missing(closest, lines).map((line) => `- ${line}`),
  ].join('\n');
}

/** A schedule that breaks something, by what draws it again. */
export interface Finding {
  readonly seed: number;
  readonly path: string;
  readonly text: string;
}

/** How long schedules are drawn, and from where. */
interface Exploration {
  readonly seed: number;
  readonly path?: string | undefined;
  /** How many there are at most. */
  readonly runs?: number;
  /** How many acts meet at most. */
  readonly actsMax?: number;
  readonly seconds?: number;
  /** Whether a schedule that breaks something is made as small as it breaks it still. */
  readonly isShrunk?: boolean;
}

/** Draws schedules of a scenario until one breaks something or the time is over. */
export async function explore(
  world: World,
  scenario: Scenario,
  { seed, path, runs = 1_000_000, actsMax = names.length, seconds, isShrunk = false }: Exploration,
): Promise<{ readonly finding: Finding | null; readonly schedules: number }> {
  let running: Promise<unknown> = Promise.resolve();
  const property = fc.asyncProperty(drawnFor(scenario, actsMax), (drawn) => {
    const run = runSchedule(world, scenario, drawn);
    running = run.catch(() => undefined);
    return run;
  });
  const details = await fc.check(property, {
    seed,
    ...(path === undefined ? {} : { path }),
    numRuns: path === undefined ? runs : 1,
    endOnFailure: !isShrunk,
    ...(seconds === undefined ? {} : { interruptAfterTimeLimit: seconds * 1000 }),
    markInterruptAsFailure: false,
  });
  // One that the end of the time left behind would act beside the next.
  await running;
  const error = details.errorInstance;
  if (error && !(error instanceof ScheduleError)) throw error;
  const text = error instanceof ScheduleError ? error.message : '';
  const finding = text === '' ? null : { seed, path: details.counterexamplePath ?? '', text };
  return { finding, schedules: details.numRuns };
}
