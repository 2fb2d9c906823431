import type { TakenTolerance, Tolerance } from '#contract/tolerances.ts';

/** A call between a page and the lender's backend, without the borrower's data. */
export interface Exchange {
  readonly number: number;
  readonly at: Date;
  readonly call: string;
  readonly path: string;
  readonly status: number | null;
  readonly durationMs: number;
  readonly page: string;
  /** JSON text with letters and digits masked. */
  readonly request: string;
  readonly answer: string;
  readonly fault: string | null;
  readonly tolerances: readonly TakenEntry[];
}

/** A deviation from the contract that the pages tolerated, and its place in the contract. */
export interface TakenEntry extends Pick<TakenTolerance, 'id' | 'field' | 'says'>, Tolerance {
  readonly pointer: string;
}

export interface WorkbenchFault {
  readonly id: string;
  readonly name: string;
  readonly call: string | null;
  /** Why a borrower loses nothing by this fault; null if they do. */
  readonly harmless: string | null;
}

export interface ChosenFault {
  readonly fault: WorkbenchFault;
  readonly call: string | null;
}

/** Problems that the contract kit found, by cause, worst first. */
export interface KitFindings {
  readonly at: Date;
  readonly callCount: number;
  readonly workingCount: number;
  readonly causes: readonly {
    readonly title: string;
    readonly borrowerLoses: string;
    readonly mend: string;
    readonly problems: readonly {
      readonly problem: string;
      readonly calls: readonly string[];
      readonly line: string | null;
      readonly pointer: string | null;
    }[];
  }[];
  /** A line for each set of missing inputs, with the calls it prevented. */
  readonly leftOut: readonly string[];
}

export type KitRun =
  | { readonly state: 'none' }
  | { readonly state: 'running'; readonly place: number; readonly count: number; readonly call: string }
  | { readonly state: 'done'; readonly findings: KitFindings };

/** Shows a lender's engineer their own backend through the pages; in development only. */
export interface Workbench {
  readonly apiBase: string;
  exchanges(): readonly Exchange[];
  /** The whole address of the page that made a call; null if no longer stored. */
  pageOf(exchange: number): string | null;
  count(): number;
  readonly faults: readonly WorkbenchFault[];
  /** Calls for which a fault of any call can be chosen. */
  readonly calls: readonly string[];
  chosenIn(request: Request): ChosenFault | null;
  cookieOf(chosen: { readonly id: string; readonly call: string | null } | null): string;
  run(): KitRun;
  /** Runs the kit with the parameters of the opened pages and of one more address. */
  startRun(address: string): Promise<void>;
}
