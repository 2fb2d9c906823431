import { lookActs, type StoryLine } from '#contract/desk.ts';

export interface DrawnLine {
  readonly line: StoryLine;
  readonly also: readonly StoryLine[];
}

/** The line that each webhook event reports. `loan.changed` reports any line; other events report none. */
const wordOfEvent: Readonly<Record<string, string>> = {
  'application.submitted': 'under-review',
  'loan.approved': 'paying-out',
  'loan.declined': 'declined',
  'loan.cancelled': 'cancelled',
  'loan.disbursed': 'disbursal',
  'loan.overdue': 'overdue',
  'loan.extended': 'extension-fee',
  'loan.prepaid': 'prepayment',
  'loan.settled': 'settled',
  'loan.settled-early': 'early-settlement',
  'loan.written-off': 'write-off',
  'loan.sold': 'sale',
  'payment.received': 'payment',
  'payment.reversed': 'payment',
  'payment.refunded': 'refund',
  'payment.refund-failed': 'refund-recall',
};

/** Bookings that the service makes daily, which change no state. */
const bookedDaily: readonly string[] = ['accrual', 'late-fee', 'earning'];

/** Whether staff only looked, or were refused to look: no other line results from that. */
export function isLook({ kind, words }: StoryLine): boolean {
  const [act = ''] = words.split(':');
  return kind === 'desk' && (lookActs as readonly string[]).includes(act);
}

/** Largest difference between the times of a booking and of its log entry. */
const apartMs = 5_000;

/** Repeated views of the same page within this time count as one. */
const sittingMs = 3_600_000;

const momentOf = ({ at, orderNumber }: StoryLine) => `${at.getTime()} ${orderNumber}`;

/** The first movement among the lines, cash before others; undefined if there is none. */
function movedIn(lines: readonly StoryLine[]): StoryLine | undefined {
  const until = lines.findIndex(({ kind }) => kind !== 'money');
  const moved = lines
    .slice(0, until < 0 ? undefined : until)
    .filter(({ words }) => !bookedDaily.includes(words));
  return moved.find(({ cashMinor }) => cashMinor !== null) ?? moved[0];
}

/**
 * Groups lines about the same event: its new state, its webhook events and the act of staff become details of its line.
 * @param lines newest first, of one loan or several.
 */
export function drawnOnce(lines: readonly StoryLine[]): DrawnLine[] {
  const course = lines.filter(({ kind }) => kind === 'money' || kind === 'status' || kind === 'agreement');
  const moments = Map.groupBy(course, momentOf);
  /** The cause of a state: the agreement or movement booked right before it, or else right after it. */
  const causeOf = (state: StoryLine): StoryLine => {
    const ofMoment = moments.get(momentOf(state)) ?? [];
    const place = ofMoment.indexOf(state);
    const [before, after] = [ofMoment.slice(place + 1), ofMoment.slice(0, place).toReversed()];
    return before[0]?.kind === 'agreement' ? before[0] : (movedIn(before) ?? movedIn(after) ?? state);
  };
  const toldOf = (event: StoryLine): StoryLine => {
    const word = wordOfEvent[event.about ?? ''];
    const told = moments
      .get(momentOf(event))
      ?.find(({ words }) => (event.about === 'loan.changed' ? !bookedDaily.includes(words) : words === word));
    return told ? drawnBy(told) : event;
  };
  const doneBy = (act: StoryLine): StoryLine => {
    const done = lines.find(
      ({ kind, at, by, orderNumber }) =>
        kind !== 'desk' &&
        by === act.by &&
        (orderNumber ?? act.orderNumber) === (act.orderNumber ?? orderNumber) &&
        Math.abs(at.getTime() - act.at.getTime()) < apartMs,
    );
    return done ? drawnBy(done) : act;
  };
  const drawnBy = (line: StoryLine): StoryLine => {
    const { kind, words } = line;
    if (kind === 'status') return causeOf(line);
    if (kind === 'message' && (words === 'event-delivered' || words === 'event-pending')) return toldOf(line);
    const isAct = kind === 'desk' && !isLook(line) && !words.endsWith(':refused');
    return isAct ? doneBy(line) : line;
  };
  const isSeenAgain = (look: StoryLine, index: number) =>
    lines
      .slice(0, index)
      .some(
        (newer) =>
          newer.words === 'opened' &&
          newer.by === look.by &&
          newer.orderNumber === look.orderNumber &&
          newer.at.getTime() - look.at.getTime() < sittingMs,
      );
  const also = Map.groupBy(
    lines.filter((line, index) => line.words !== 'opened' || !isSeenAgain(line, index)),
    drawnBy,
  );
  return drawnAlone(lines.filter((line) => also.has(line))).map(({ line }) => ({
    line,
    also: (also.get(line) ?? []).filter((each) => each !== line),
  }));
}

/** Shows every line; of consecutive lines with the same act by the same person only the newest. */
export function drawnAlone(lines: readonly StoryLine[]): DrawnLine[] {
  return lines
    .filter(({ kind, words, by, about }, index) => {
      const newer = lines[index - 1];
      const isAgain =
        newer?.kind === kind && newer.words === words && newer.by === by && newer.about === about;
      return kind !== 'desk' || !isAgain;
    })
    .map((line) => ({ line, also: [] }));
}

/** Fewer late fees in a row stay lines of their own. */
const shortestStretch = 4;

/** Splits lines where late fees of many days follow one another: those are a stretch of their own, to be folded. */
export function stretchesOf(
  lines: readonly DrawnLine[],
): { readonly isFees: boolean; readonly lines: DrawnLine[] }[] {
  const stretches: { isFees: boolean; lines: DrawnLine[] }[] = [];
  const isFeeOf = ({ line, also }: DrawnLine) =>
    line.words === 'accrual' && !line.isReversal && also.length === 0 ? line.orderNumber : null;
  for (const [index, each] of lines.entries()) {
    const loan = isFeeOf(each);
    const isFees = loan !== null;
    const last = stretches.at(-1);
    const before = lines[index - 1];
    if (last && before && isFeeOf(before) === loan) last.lines.push(each);
    else stretches.push({ isFees, lines: [each] });
  }
  return stretches.reduce<typeof stretches>((joined, stretch) => {
    const isFees = stretch.isFees && stretch.lines.length >= shortestStretch;
    const last = joined.at(-1);
    if (!isFees && last && !last.isFees) last.lines.push(...stretch.lines);
    else joined.push({ isFees, lines: [...stretch.lines] });
    return joined;
  }, []);
}
