import type { TakenTolerance, Tolerance } from '#contract/tolerances.ts';

/** A call as it passed between a page and the lender's backend, without what says who the borrower is. */
export interface Exchange {
  readonly number: number;
  readonly at: Date;
  readonly call: string;
  readonly path: string;
  /** HTTP status; null where nothing came. */
  readonly status: number | null;
  readonly durationMs: number;
  /** The path of the page that made it. */
  readonly page: string;
  /** What was asked and answered, as JSON text, with letters and digits veiled. */
  readonly request: string;
  readonly answer: string;
  /** The fault that stood between them; null for none. */
  readonly fault: string | null;
  readonly tolerances: readonly TakenEntry[];
}

/** What the page put up with, and where the field stands in the document. */
export interface TakenEntry extends Pick<TakenTolerance, 'id' | 'field' | 'says'>, Tolerance {
  readonly pointer: string;
}

/** A way to be wrong that can be put between pages and backend. */
export interface WorkbenchFault {
  readonly id: string;
  readonly name: string;
  /** The call that it is about; null for any. */
  readonly call: string | null;
  /** Why it costs a borrower nothing; null where it does. */
  readonly harmless: string | null;
}

/** A fault that is chosen, and the call that it stands at; null for every call. */
export interface ChosenFault {
  readonly fault: WorkbenchFault;
  readonly call: string | null;
}

/** What the kit found, by cause, what a borrower loses most by first. */
export interface KitFindings {
  readonly at: Date;
  /** How many calls it asked, and how many work. */
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
  /** A line for each set of missing inputs, with the calls that were not made. */
  readonly leftOut: readonly string[];
}

/** How a run of the kit stands. */
export type KitRun =
  | { readonly state: 'none' }
  | { readonly state: 'running'; readonly place: number; readonly count: number; readonly call: string }
  | { readonly state: 'done'; readonly findings: KitFindings };

/** Where a lender's engineer sees their own backend through the pages, in development only. */
export interface Workbench {
  readonly apiBase: string;
  /** The last calls, newest first. */
  exchanges(): readonly Exchange[];
  /** The whole address of the page that made a call; null for one that is not kept any more. */
  pageOf(exchange: number): string | null;
  /** Grows with each call. */
  count(): number;
  readonly faults: readonly WorkbenchFault[];
  /** The calls that a fault of any call can stand at. */
  readonly calls: readonly string[];
  /** The fault that a cookie names; null for none. */
  chosenIn(request: Request): ChosenFault | null;
  /** The cookie that chooses a fault; that chooses none. */
  cookieOf(chosen: { readonly id: string; readonly call: string | null } | null): string;
  run(): KitRun;
  /** Has the kit ask the backend what the pages that were opened let it ask, and what the address of one more says. */
  startRun(address: string): Promise<void>;
}
