import type { TestLlano } from '#tests/setup/llano.ts';
import type { VisitOptions } from '#tests/setup/visitor.ts';

type Plain = string | number | boolean | null;

/** A tab of a browser, 412 by 823, whichever engine draws it: the least that a journey needs of one. */
export interface Tab {
  /** Opens an address and waits until it has loaded. */
  go(address: string): Promise<void>;
  /** What a function answers in the page, with script on or off: it gets plain values and waits for nothing. */
  read<Input extends readonly Plain[], Answer>(
    look: (...input: Input) => Answer,
    ...input: Input
  ): Promise<Answer>;
  /** Presses at a place of the viewport, in whole CSS pixels, and lets go. */
  tap(x: number, y: number): Promise<void>;
  /** Types on the keyboard. */
  type(text: string): Promise<void>;
  /** Chooses files of this machine in the field that a selector finds. */
  attach(selector: string, files: readonly string[]): Promise<void>;
  /** Checks the page as it stands, beyond what every engine can. */
  check?(): Promise<void>;
  /** Errors in the console since it was opened. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** How a tab is opened. */
export interface TabOptions extends VisitOptions {
  /** Whether the pages' service worker may stand. */
  readonly hasWorker?: boolean;
  /** Errors that may come. */
  readonly expectedFaults?: readonly RegExp[];
}

export interface Engine {
  readonly name: 'chromium' | 'firefox' | 'webkit';
  /** Whether this machine has it. */
  isFound(): boolean;
  /** Opens a tab that knows nothing of those before it. */
  open(llano: TestLlano, options: TabOptions): Promise<Tab>;
  /** Ends the browser, if one was started. */
  stop(): Promise<void>;
}

/** A press as WebDriver says it, both the classic one and the one of two directions. */
export function tapActions(x: number, y: number): readonly object[] {
  const moves = [
    { type: 'pointerMove', x, y },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return [{ type: 'pointer', id: 'finger', parameters: { pointerType: 'mouse' }, actions: moves }];
}

/** Keys as WebDriver says them. */
export function keyActions(text: string): readonly object[] {
  const strokes = [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return [{ type: 'key', id: 'keyboard', actions: strokes }];
}
