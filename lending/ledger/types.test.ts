import { expectTypeOf, test } from 'vitest';
import type { Database, Transaction } from '#db/database.ts';
import type { bookDisbursal } from './disbursal.ts';
import type { bookExtensionPayment, keepOffer } from './extensions.ts';
import type { changeStatus, followInstalments, LoanRecord, LockedLoan, moveDates } from './loans.ts';
import { type bookPayment, type bookReceived, keepProviderEvent } from './payments.ts';
import type { accrueLoan } from './penalties.ts';
import type { postMovements, postNewMovements } from './post.ts';

// The compiler is what fails these: `npm run types` reads them with the rest.

test('a database is no transaction, and a loan that was only read is no locked one', () => {
  expectTypeOf<Database>().not.toExtend<Transaction>();
  expectTypeOf<Transaction>().not.toExtend<Database>();
  expectTypeOf<LoanRecord>().not.toExtend<LockedLoan>();
});

test('whatever books money or moves a status asks for both', () => {
  type Booking = [transaction: Transaction, loan: LockedLoan];
  type FirstTwo<Book extends (...given: never[]) => unknown> =
    Parameters<Book> extends [infer First, infer Second, ...unknown[]] ? [First, Second] : never;
  expectTypeOf<FirstTwo<typeof postMovements>>().toEqualTypeOf<Booking>();
  expectTypeOf<FirstTwo<typeof postNewMovements>>().toEqualTypeOf<Booking>();
  expectTypeOf<FirstTwo<typeof bookDisbursal>>().toEqualTypeOf<Booking>();
  expectTypeOf<FirstTwo<typeof bookPayment>>().toEqualTypeOf<Booking>();
  expectTypeOf<FirstTwo<typeof bookReceived>>().toEqualTypeOf<Booking>();
  expectTypeOf<FirstTwo<typeof bookExtensionPayment>>().toEqualTypeOf<Booking>();
  expectTypeOf<FirstTwo<typeof keepOffer>>().toEqualTypeOf<Booking>();
  expectTypeOf<FirstTwo<typeof accrueLoan>>().toEqualTypeOf<Booking>();
  expectTypeOf<FirstTwo<typeof moveDates>>().toEqualTypeOf<Booking>();
  expectTypeOf<FirstTwo<typeof changeStatus>>().toEqualTypeOf<Booking>();
  expectTypeOf<FirstTwo<typeof followInstalments>>().toEqualTypeOf<Booking>();
  expectTypeOf(keepProviderEvent).parameter(0).toEqualTypeOf<Transaction>();
});
