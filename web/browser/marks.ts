/**
 * What components tell browser modules. A mark is a `data-…` attribute: `marks` writes it, `selectorOf` finds it, `dataset` reads
 * it. A test refuses names that are not listed here.
 */
interface Marks {
  /** Filled by its module: a toast, and when it disappears. */
  toast: '';
  hiding: string;
  toastToo: '';
  /** Action of the host that replaces following a link, as JSON. `hostBack` marks a back link; `home` leads to the host's start. */
  hostAction: string;
  hostBack: 'home' | '';
  /** Marks the language switch; the value is the message if the page cannot be fetched. */
  language: string;

  /** A form sent without leaving the page; `isSending` meanwhile. */
  enhanced: '';
  sending: string;
  sendingOutput: '';
  isSending: string;
  slot: string;
  /** Templates of messages: for a lost network, for a field. */
  problem: string;
  fault: string;
  unansweredToast: string;
  missing: string;

  copy: string;
  copied: string;
  notCopied: string;
  /** Amount field: the highest amount, the ways to write the currency as JSON (`writings`), and its error messages. */
  largestMinor: number;
  decimals: number;
  writings: string;
  tooMuch: string;
  notAnAmount: string;
  amountSays: '';
  amountKeys: '';
  /** Details that open below the choice they belong to. */
  pickInset: '';
  /** Field of a code sent by SMS: its length as `{min,max}` in JSON. */
  oneTimeCode: string;
  /** Button with a countdown: seconds, and its labels during and after it; with `holds` the button is disabled meanwhile. */
  waitSeconds: number;
  waitText: string;
  readyText: string;
  holds: '';
  needsAgreement: '';

  /** Registration form with its phone rule, its message for asking too soon, and its phone field. */
  registration: string;
  tooSoon: string;
  phoneRule: string;
  challenge: string;

  /** Loan page that follows status and payments: where to check, and its messages. */
  liveStatus: string;
  livePayments: string;
  liveAt: string;
  liveNews: '';
  news: string;
  otherNews: string;
  pendingPayment: '';
  /** Product of a loan that was just accepted; rating score to thank for. */
  confirmedProduct: string;
  thanksScore: number;
  /** Sheets that open by a link (the value is an id to return to), by themselves, after sending, or before the borrower leaves. */
  sheet: string;
  opensItself: '';
  sent: '';
  reloadLink: string;

  /** Voucher to store for offline reading, as JSON, and its owner; the list of stored vouchers. */
  keep: string;
  owner: string;
  vouchers: '';
  prints: '';
  /** Part of a voucher that the stored voucher's text is written into. */
  part: 'title' | 'instructions' | 'amount' | 'caption' | 'image' | 'code' | 'until' | 'note';

  /**
   * Island: its module and its properties as JSON. `hydrated` marks one that React runs, `plain` one whose form stays as the server
   * rendered it, `neverHeld` a button that does not wait for the island.
   */
  island: string;
  properties: string;
  hydrated: '';
  plain: '';
  neverHeld: '';

  liveWorkbench: string;

  photoProbe: string;
  locationProbe: '';
  locating: string;
  refused: string;
  unsupported: string;
  installProbe: string;
}

/** Sent by an island with its name: the page answers with that island alone (`useServerView`). */
export const islandHeader = 'X-Island';

export type MarkName = keyof Marks;

type MarkValues = { readonly [Name in MarkName]?: Marks[Name] | undefined };

export function marks(values: MarkValues): Readonly<Record<`data-${string}`, string | number>> {
  const attributes: Record<`data-${string}`, string | number> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) attributes[attributeOf(name as MarkName)] = value;
  }
  return attributes;
}

export function selectorOf(name: MarkName, value?: string): string {
  return `[${attributeOf(name)}${value === undefined ? '' : `="${value}"`}]`;
}

export function attributeOf(name: MarkName): `data-${string}` {
  return `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
