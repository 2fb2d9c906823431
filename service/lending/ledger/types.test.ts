import { expectTypeOf, test } from 'vitest';
import type { Database, Transaction } from '#db/database.ts';
import type { LoanState } from '#domain/booking/state.ts';
import type { act, carryOut } from './act.ts';
import type { commit } from './commit.ts';
import type { keepOffer } from './extensions.ts';
import type { LoanRecord, LockedLoan } from './loans.ts';
import { keepProviderEvent } from './payments.ts';
import type { LockedState } from './states.ts';

// The compiler is what fails these: `npm run types` reads them with the rest.

test('a database is no transaction, and a loan that was only read is no locked one', () => {
  expectTypeOf<Database>().not.toExtend<Transaction>();
  expectTypeOf<Transaction>().not.toExtend<Database>();
  expectTypeOf<LoanRecord>().not.toExtend<LockedLoan>();
  expectTypeOf<LoanState>().not.toExtend<LockedState>();
});

test('whatever books money or moves a status asks for both', () => {
  expectTypeOf<Parameters<typeof carryOut>[0]>().toEqualTypeOf<Transaction>();
  expectTypeOf<Parameters<typeof carryOut>[1]>().toEqualTypeOf<LockedState>();
  expectTypeOf<Parameters<typeof act>[0]>().toEqualTypeOf<Transaction>();
  expectTypeOf<Parameters<typeof commit>[0]>().toEqualTypeOf<Transaction>();
  expectTypeOf<Parameters<typeof commit>[1][number]['after']>().toEqualTypeOf<LockedState>();
  expectTypeOf<Parameters<typeof keepOffer>[0]>().toEqualTypeOf<Transaction>();
  expectTypeOf<Parameters<typeof keepOffer>[1]>().toEqualTypeOf<LockedLoan>();
  expectTypeOf(keepProviderEvent).parameter(0).toEqualTypeOf<Transaction>();
});
