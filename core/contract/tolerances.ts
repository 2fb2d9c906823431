/** How a page deals with a part of an answer that does not fit. */
export type ToleranceAct = 'drops' | 'substitutes' | 'assumes';

export interface Tolerance {
  readonly act: ToleranceAct;
  readonly title: string;
  readonly does: string;
  readonly borrowerLoses: string;
  readonly mend: string;
  /** Reported, but not counted as a fault. */
  readonly isHarmless?: true;
}

const list = {
  'agreement-own': {
    act: 'substitutes',
    title: 'The agreement cannot be opened',
    does: 'links our own agreement page, /agony, in its place',
    borrowerLoses: 'your agreement: they read and accept ours',
    mend: 'give its address with https, or a path, in isNewContract, on API_BASE or an origin of REDIRECT_ORIGINS',
  },
  'answer-missing': {
    act: 'substitutes',
    title: 'No answer came',
    does: 'shows the page of a lost network or of a long wait, with a way to try again',
    borrowerLoses: 'the page; nothing typed is lost',
    mend: 'answer within 10 seconds at the path of the call; the pages give up after 60',
  },
  'answer-unread': {
    act: 'substitutes',
    title: 'An answer cannot be read',
    does: 'shows the page of a fault of ours',
    borrowerLoses: 'the page; nothing typed is lost',
    mend: 'answer in the envelope of the call, with the field as the schema has it',
  },
  'refusal-outside': {
    act: 'substitutes',
    title: 'A refusal is outside the envelope',
    does: 'shows our words for its HTTP status',
    borrowerLoses: 'the reason',
    mend: 'refuse in the envelope of the call, with a code and words for the borrower',
  },
  'message-own': {
    act: 'substitutes',
    title: 'A refusal has no words',
    does: 'shows our words for its code',
    borrowerLoses: 'the reason',
    mend: 'give message, in the language of lang',
  },
  'status-unknown': {
    act: 'substitutes',
    title: 'A status is none of ours',
    does: 'shows the loan with your words alone, without a drawing, sums or ways to go on',
    borrowerLoses: 'what is owed, and every way to pay it',
    mend: 'give 21, 151, 110, 174, 180 or 200 in orderStatus',
  },
  'row-left-out': {
    act: 'drops',
    title: 'Rows of a list are left out',
    does: 'shows the list without the row',
    borrowerLoses: 'the row, and does not learn that there is one',
    mend: 'give each row with the fields that the schema requires, and a value to show',
  },
  'field-left-out': {
    act: 'drops',
    title: 'Fields are left out',
    does: 'reads the field as missing',
    borrowerLoses: 'what would stand there',
    mend: 'give the field as the schema has it, or leave it out',
  },
  'sum-left-out': {
    act: 'drops',
    title: 'Amounts cannot be added',
    does: 'leaves out the rows whose amounts exceed what can be added',
    borrowerLoses: 'rows of the sum',
    mend: 'give amounts in minor units, within 2^53-1',
  },
  'field-missing': {
    act: 'assumes',
    title: 'Fields of the specification are missing',
    does: 'reads the field as empty',
    borrowerLoses: 'nothing stands where the field would',
    mend: 'give the field under the name of openapi.json',
  },
  'image-left-out': {
    act: 'drops',
    title: 'Images are left out',
    does: 'shows the page without the image',
    borrowerLoses: 'a picture, a bar code or a code to scan',
    mend: 'give a whole address with https, or a path, and name its origin in IMAGE_ORIGINS',
  },
  'link-left-out': {
    act: 'drops',
    title: 'Links are left out',
    does: 'shows the page without the link',
    borrowerLoses: 'a way to go on',
    mend: 'give a whole address with https, or a path, and name its origin in REDIRECT_ORIGINS',
  },
  'date-as-is': {
    act: 'substitutes',
    title: 'Dates are no dates',
    does: 'shows the text as it came',
    borrowerLoses: 'a day that can be understood',
    mend: 'give days as YYYY-MM-DD, of the calendar; moments as YYYY-MM-DD hh:mm:ss',
  },
  'unit-left-out': {
    act: 'drops',
    title: 'The unit of the term is none of ours',
    does: 'shows no term, and leaves it out of the note to the plan',
    borrowerLoses: 'how long the loan runs',
    mend: 'give day, week, fortnight or month in termUnit',
  },
  'unit-assumed': {
    act: 'assumes',
    title: 'The term has no unit',
    does: 'counts it in days',
    borrowerLoses: 'nothing, where it is days',
    mend: 'give day, week, fortnight or month in termUnit',
    isHarmless: true,
  },
  'value-unknown': {
    act: 'substitutes',
    title: 'Values are none of those that a field may have',
    does: 'reads it as the plain one: other, none or no',
    borrowerLoses: 'what the value would have said',
    mend: 'give one of the values of the schema',
  },
  'digits-kept': {
    act: 'substitutes',
    title: 'Numbers exceed 2^53-1',
    does: 'keeps its digits as text; most other readers round it',
    borrowerLoses: 'nothing here; elsewhere their card or loan',
    mend: 'give identifiers as text',
  },
  'type-read': {
    act: 'substitutes',
    title: 'Types differ',
    does: 'reads the value as the type that the field has',
    borrowerLoses: 'nothing here; another reader may fail',
    mend: 'give the type of the schema, not one of x-tolerated-answers',
  },
  'envelope-read': {
    act: 'substitutes',
    title: 'Envelopes differ',
    does: 'reads the answer as the success that it means',
    borrowerLoses: 'nothing here; another reader may fail',
    mend: 'give code and success as the envelope of the call has them',
  },
  'status-ignored': {
    act: 'assumes',
    title: 'A success has the status of a failure',
    does: 'believes the envelope, not the HTTP status',
    borrowerLoses: 'nothing here; a proxy may keep or try such an answer again',
    mend: 'answer a success with 200',
  },
  'json-assumed': {
    act: 'assumes',
    title: 'JSON is not called so',
    does: 'reads the body as JSON all the same',
    borrowerLoses: 'nothing here; another reader may fail',
    mend: 'answer with Content-Type: application/json',
  },
  'field-unread': {
    act: 'drops',
    title: 'Fields beyond the contract',
    does: 'reads nothing of it',
    borrowerLoses: 'nothing, unless the field is one of ours under another name',
    mend: 'leave it out, or give it the name that openapi.json has for it',
    isHarmless: true,
  },
  'currency-assumed': {
    act: 'assumes',
    title: 'No currency is named',
    does: 'writes amounts in the currency of the market that the language of the page has',
    borrowerLoses: 'nothing, where that is the currency of the loan',
    mend: 'give the ISO 4217 code in currency',
    isHarmless: true,
  },
  'market-assumed': {
    act: 'assumes',
    title: 'No market is named',
    does: 'takes mobile numbers as those of the market of the pages',
    borrowerLoses: 'nothing, where that is their market',
    mend: 'give the code of a market in market of the template',
    isHarmless: true,
  },
  'open-payment-assumed': {
    act: 'assumes',
    title: 'It is not said whether a payment is under way',
    does: 'takes it that none is, but for the one that this page began',
    borrowerLoses: 'a reload in another tab does not show the payment',
    mend: 'give openPayment, null for none',
    isHarmless: true,
  },
  'outcome-assumed': {
    act: 'assumes',
    title: 'It is not said whether an outcome is certain',
    does: 'takes a payment that was not refused for paid',
    borrowerLoses: 'nothing, where a success means that it is paid',
    mend: 'give isPending, 1 while the outcome is not known',
    isHarmless: true,
  },
} as const satisfies Readonly<Record<string, Tolerance>>;

export type ToleranceId = keyof typeof list;

/** Every accepted deviation, worst effect on the borrower first; pages and kit report them by these ids. */
export const tolerances: Readonly<Record<ToleranceId, Tolerance>> = list;

export interface TakenTolerance {
  readonly id: ToleranceId;
  readonly call: string;
  /** Path in the answer's data, by wire names; empty for all of it. */
  readonly field: string;
  /** What is wrong, without a value that may be personal data. */
  readonly says: string;
}

/** An accepted deviation found on a page, where only the value is known. */
export interface ShownTolerance {
  readonly id: ToleranceId;
  readonly value: string;
  /** Whether the payment cannot go on without the part that was left out. */
  readonly isNeeded?: boolean;
}
