import { XMLParser } from 'fast-xml-parser';
import { bankCodeOf } from '#domain/repayment/payment-identity.ts';
import type { SettledLine } from '../ports/settlement-file.ts';
import { codeIn, currencyNamed, dayNamed, FieldError, minorOfMajor, nameIn, ownIds } from './line-fields.ts';

/** Text, or child elements by name; attributes begin with `@`. */
type Element = string | { readonly [name: string]: Element | Element[] };

const listed = new Set(['Stmt', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd']);

// No entity is replaced, so that none of a document's own can grow.
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  isArray: (name) => listed.has(name),
});

/** Booked entries of a bank statement (ISO 20022 camt.053). @throws FieldError with the number of an unreadable entry. */
export function linesOfCamt(text: string): SettledLine[] | null {
  if (/<!DOCTYPE/i.test(text)) return null;
  const document = parser.parse(text, true) as Element;
  const statements = elements(document, 'Document', 'BkToCstmrStmt', 'Stmt');
  if (statements.length === 0) return null;
  return statements
    .flatMap((statement) => elements(statement, 'Ntry'))
    .map((entry, index) => ({ lineNumber: index + 1, ...lineOfEntry(entry, index + 1) }));
}

function lineOfEntry(entry: Element, lineNumber: number): Omit<SettledLine, 'lineNumber'> {
  try {
    return readEntry(entry);
  } catch (error) {
    throw error instanceof FieldError ? new FieldError(String(lineNumber)) : error;
  }
}

function readEntry(entry: Element): Omit<SettledLine, 'lineNumber'> {
  const currency = currencyNamed(textOf(entry, 'Amt', '@Ccy'));
  const sign = { CRDT: 1, DBIT: -1 }[textOf(entry, 'CdtDbtInd')];
  if (sign === undefined) throw new FieldError('CdtDbtInd');
  const amountMinor = sign * minorOfMajor(textOf(entry, 'Amt', '#text'), currency);
  const details = elements(entry, 'NtryDtls').flatMap((each) => elements(each, 'TxDtls'));
  const references = details.flatMap((each) =>
    ['AcctSvcrRef', 'EndToEndId', 'TxId', 'UETR', 'InstrId'].map((name) => textOf(each, 'Refs', name)),
  );
  const words = details.flatMap((each) => elements(each, 'RmtInf', 'Ustrd').map(String));
  const identity = nameIn(
    textOf(entry, 'AcctSvcrRef') || textOf(entry, 'NtryRef') || references.find(Boolean) || '',
  );
  if (identity === '') throw new FieldError('AcctSvcrRef');
  const keys = [...references, textOf(entry, 'NtryRef'), identity, ...ownIds(words)].map(nameIn);
  const [payerBank = null] = details.map((each) =>
    bankCodeOf(textOf(each, 'RltdAgts', 'DbtrAgt', 'FinInstnId', 'ClrSysMmbId', 'MmbId')),
  );
  const day =
    textOf(entry, 'ValDt', 'Dt') || textOf(entry, 'BookgDt', 'Dt') || textOf(entry, 'BookgDt', 'DtTm');
  return {
    identity,
    currency,
    amountMinor,
    feeMinor: 0,
    day: dayNamed(day, currency),
    keys: [...new Set(keys)].filter((key) => key !== '' && key !== 'NOTPROVIDED'),
    reference: codeIn(words.join(' ')),
    kind: sign > 0 ? 'payment' : 'other',
    payout: identity,
    payerBank,
    operatingDay: null,
  };
}

function elements(element: Element | undefined, ...path: readonly string[]): Element[] {
  let found: Element[] = element === undefined ? [] : [element];
  for (const name of path) {
    found = found.flatMap((each) => {
      const next = typeof each === 'string' ? undefined : each[name];
      return next === undefined ? [] : Array.isArray(next) ? next : [next];
    });
  }
  return found;
}

function textOf(element: Element, ...path: readonly string[]): string {
  const [found] = elements(element, ...path);
  if (typeof found === 'string') return found.trim();
  // An element without attributes is its text alone.
  const [parent] = path.at(-1) === '#text' ? elements(element, ...path.slice(0, -1)) : [];
  return typeof parent === 'string' ? parent.trim() : '';
}
