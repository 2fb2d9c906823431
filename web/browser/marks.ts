/**
 * What components tell the browser's modules: a mark is an attribute `data-…` of this name. Markup writes it by `marks`,
 * modules find it by `selectorOf` and read it from `dataset`; a name that does not stand here is refused by a test.
 */
interface Marks {
  /** Filled by its module in the page that is open: a toast, and the time when it goes. */
  toast: '';
  hiding: string;
  /** A note that a toast shows as well. */
  toastToo: '';
  /** What a host does instead of following a link, as JSON; the way back, `home` where it leads to the host's own start. */
  hostAction: string;
  hostBack: 'home' | '';
  /** The switch to the other language: what it says where the page could not be had. */
  language: string;

  /** A form that is sent without leaving the page, and what it says meanwhile; `isSending` while it is. */
  enhanced: '';
  sending: string;
  sendingOutput: '';
  isSending: string;
  /** A part of the page that an answer writes anew, by its name. */
  slot: string;
  /** A template of what a form says of a lost network; of a field's fault. */
  problem: string;
  fault: string;
  /** What a toast says where a form had no answer. */
  unansweredToast: string;
  /** What a toast says where nothing was chosen. */
  missing: string;

  /** What a button copies, and what it says then. */
  copy: string;
  copied: string;
  notCopied: string;
  /** A field of an amount: the most, how its currency is written (`writings` as JSON), what it says beyond the most and of what is no amount, and where. */
  largestMinor: number;
  decimals: number;
  writings: string;
  tooMuch: string;
  notAnAmount: string;
  amountSays: '';
  /** A field of an amount that the server alone checks. */
  amountKeys: '';
  /** What opens below the choice that it belongs to. */
  pickInset: '';
  /** A field that takes a code out of a message: how long the code is, `{min,max}` as JSON. */
  oneTimeCode: string;
  /** A button that waits: how long, s, what it says until then and after; `holds` keeps its width. */
  waitSeconds: number;
  waitText: string;
  readyText: string;
  holds: '';
  /** A box that has to be ticked before its form is sent. */
  needsAgreement: '';

  /** A registration form, with the rule of its phone; what it says of a code that is asked for too soon; its phone's field, with the rule. */
  registration: string;
  tooSoon: string;
  phoneRule: string;
  /** The work that a form does before it is sent. */
  challenge: string;

  /** A page of a loan that follows its status, and its payments: where they are read, and what is said of news. */
  liveStatus: string;
  livePayments: string;
  liveAt: string;
  liveNews: '';
  news: string;
  otherNews: string;
  /** A payment that is not decided yet: the link that looks again. */
  pendingPayment: '';
  /** The product of a loan that was just confirmed; the score that is thanked for. */
  confirmedProduct: string;
  thanksScore: number;
  /** Sheets: one that a link leads to, with the id that it leads back to, one that opens by itself, one that says what was sent, one that leads on. */
  sheet: string;
  opensItself: '';
  sent: '';
  reloadLink: string;

  /** A voucher that is kept for when there is no network, as JSON, and whose; the list of those kept. */
  keep: string;
  owner: string;
  vouchers: '';
  /** A button that prints the page. */
  prints: '';
  /** A part of a slip, which a kept one is written into. */
  part: 'title' | 'instructions' | 'amount' | 'caption' | 'image' | 'code' | 'until' | 'note';

  /** An island: where its module is, what it starts from, as JSON; `plain` where the server's form stays. */
  island: string;
  properties: string;
  plain: '';

  /** The calls of the workbench, and where they are read anew. */
  liveWorkbench: string;

  /** The preview's probes of the device, and what they say. */
  photoProbe: string;
  locationProbe: '';
  locating: string;
  refused: string;
  unsupported: string;
  installProbe: string;
}

/** The name of a mark, as `dataset` has it. */
export type MarkName = keyof Marks;

/** Values of marks; an undefined one is left out. */
type MarkValues = { readonly [Name in MarkName]?: Marks[Name] | undefined };

/** The attributes of marks, for a component. */
export function marks(values: MarkValues): Readonly<Record<`data-${string}`, string | number>> {
  const attributes: Record<`data-${string}`, string | number> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) attributes[attributeOf(name as MarkName)] = value;
  }
  return attributes;
}

/** What finds elements with a mark; those with one `value` where it is given. */
export function selectorOf(name: MarkName, value?: string): string {
  return `[${attributeOf(name)}${value === undefined ? '' : `="${value}"`}]`;
}

/** The attribute of a mark. */
export function attributeOf(name: MarkName): `data-${string}` {
  return `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
