import type { Mutant, PlantedMistake } from './plant.ts';

/** For how long schedules are looked at, at most: ten minutes. */
const hours = '0.166';

/** What is found where acts of a scenario meet, and breaks ten times of ten by the seed that is printed. */
const foundIn = (scenario: string, ...mistake: PlantedMistake): Mutant => ({
  of: 'interleaving',
  testFile: 'tests/simulator/inside/run.ts',
  parameters: ['--prove', '--only', scenario, '--hours', hours, '--seed', '1'],
  mistake,
});

const firstSchema = 'service/db/migrations/0000_first-schema.sql';
const keysInBytes = 'service/db/migrations/0031_keys-in-bytes.sql';

/** Locks, unique keys and checks of what was done before, taken out one by one; one act after another misses none of them. */
export const missingLocks: readonly Mutant[] = [
  foundIn(
    'payment, payment',
    'a loan that is read is not locked',
    'service/lending/ledger/states.ts',
    ".from(loans).where(isAt(place)).for('update'),",
    '.from(loans).where(isAt(place)),',
  ),
  foundIn(
    'message sent twice',
    'the id of a message has no key',
    keysInBytes,
    ',\n  ADD CONSTRAINT "host_messages_pkey" PRIMARY KEY USING INDEX "host_messages_pkey_bytes";',
    ';\n--> statement-breakpoint\nDROP INDEX "host_messages_pkey_bytes";',
  ),
  foundIn(
    'payment, payment',
    "the name of a provider's event has no key",
    keysInBytes,
    ',\n  ADD CONSTRAINT "provider_events_once" UNIQUE USING INDEX "provider_events_once_bytes";',
    ';\n--> statement-breakpoint\nDROP INDEX "provider_events_once_bytes";',
  ),
  foundIn(
    'assign, report',
    'a payment that is assigned is not locked',
    'service/lending/ledger/payments.ts',
    'return lockRow(transaction, providerEvents, eq(providerEvents.id, id));',
    'return findRow(transaction, providerEvents, eq(providerEvents.id, id));',
  ),
  foundIn(
    'ticket, ticket',
    'the sessions of a borrower are not locked',
    'service/lending/borrower/store.ts',
    "isNull(borrowers.erasedAt)))\n      .for('no key update'),",
    'isNull(borrowers.erasedAt))),',
  ),
  foundIn(
    'accept, accept',
    'a quote that is accepted is not locked',
    'service/lending/offer/store.ts',
    "      .orderBy(desc(quotes.issuedAt), desc(quotes.id))\n      .limit(1)\n      .for('update'),",
    '      .orderBy(desc(quotes.issuedAt), desc(quotes.id))\n      .limit(1),',
  ),
  foundIn(
    'two quotes of one product',
    'a product has as many open loans of a borrower as come',
    firstSchema,
    'CREATE UNIQUE INDEX "loans_one_open_per_product"',
    'CREATE INDEX "loans_one_open_per_product"',
  ),
  foundIn(
    'card, card',
    'a loan that is paid with a card is not locked',
    'service/lending/ledger/loans.ts',
    "selectLoans(transaction, condition).for('update', { of: loans });",
    'selectLoans(transaction, condition);',
  ),
  foundIn(
    'day closing, late report',
    'a booking does not wait for the closing of its day',
    firstSchema,
    '  PERFORM pg_advisory_xact_lock_shared(86, ascii(NEW.currency));\n',
    '',
  ),
  foundIn(
    'unmatched given back, assigned',
    'a payment is not taken back that got its loan meanwhile',
    'service/lending/ledger/payment-reversal.ts',
    'const current = await reading.payment(event);',
    'const current = event as typeof event | undefined;',
  ),
  foundIn(
    'settlement line, day closed',
    'a settlement file is not locked while a line of it is decided',
    'service/lending/settlement/store.ts',
    "const [file] = isLocked ? await query.for('update') : await query;",
    'const [file] = await query;',
  ),
  foundIn(
    'settlement line, late report',
    'a line is said to be with the unmatched whose payment was reported meanwhile',
    'service/lending/settlement/decide-line.ts',
    '  if (!isNew || doubtOf) throw reportedSince();\n',
    '',
  ),
  foundIn(
    'complaint, complaint',
    'a complaint that is sent again is another',
    firstSchema,
    'CREATE UNIQUE INDEX "complaints_one_of_a_kind"',
    'CREATE INDEX "complaints_one_of_a_kind"',
  ),
];
