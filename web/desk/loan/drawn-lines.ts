import type { StoryLine } from '#contract/desk.ts';

/** A line of a story as it is drawn, and the lines that only say more of what it says. */
export interface DrawnLine {
  readonly line: StoryLine;
  readonly also: readonly StoryLine[];
}

/** What each event tells the lender's systems of, by the word of its line; `loan.changed` is of whatever was done, others are of no line. */
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

/** What the service books by itself, which leads to no state. */
const bookedDaily: readonly string[] = ['accrual', 'late-fee', 'earning'];

/** Acts of the desk that change nothing, so that no other line is of them. */
const looks: readonly string[] = ['opened', 'shown', 'exported', 'searched'];

/** How far apart the clocks of the books and of the record may be, in milliseconds. */
const apartMs = 5_000;

/** For how long it is one look, however often somebody opens the same, in milliseconds. */
const sittingMs = 3_600_000;

const momentOf = ({ at, orderNumber }: StoryLine) => `${at.getTime()} ${orderNumber}`;

/** The money that lines begin with, cash before all else; undefined for none. */
function movedIn(lines: readonly StoryLine[]): StoryLine | undefined {
  const until = lines.findIndex(({ kind }) => kind !== 'money');
  const moved = lines
    .slice(0, until < 0 ? undefined : until)
    .filter(({ words }) => !bookedDaily.includes(words));
  return moved.find(({ cashMinor }) => cashMinor !== null) ?? moved[0];
}

/**
 * Each event once: the state that something led to, what the lender's systems were told of it, and the act of the person who had it
 * done go with its line.
 * @param lines newest first, of one loan or several.
 */
export function drawnOnce(lines: readonly StoryLine[]): DrawnLine[] {
  const course = lines.filter(({ kind }) => kind === 'money' || kind === 'status' || kind === 'agreement');
  const moments = Map.groupBy(course, momentOf);
  /** What led to a state: the agreement or the money that was booked right before it, else right after it. */
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
    const isAct = kind === 'desk' && !looks.includes(words) && !words.endsWith(':refused');
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

/** Every line for itself; lines of the same act of one person in a row are one, the newest. */
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
