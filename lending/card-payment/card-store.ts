import { and, asc, eq, isNull } from 'drizzle-orm';
import type { SavedCard } from '#contract/calls/card-payment.ts';
import type { Database } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { savedCards } from '#db/schema/card-payment.ts';
import { internationalPhone, phoneDigits, phoneRuleOf } from '#domain/registration/mobile-phone.ts';
import type { Borrower } from '../http/session.ts';

const endingDigits = 3;

/** A saved card as the service knows it. */
export type CardRecord = typeof savedCards.$inferSelect;

/** The cards a borrower can pay with, oldest first. */
export async function cardsOf(database: Database, borrowerId: string): Promise<SavedCard[]> {
  const rows = await database
    .select()
    .from(savedCards)
    .where(and(eq(savedCards.borrowerId, borrowerId), isNull(savedCards.removedAt)))
    .orderBy(asc(savedCards.savedAt), asc(savedCards.id));
  return rows.map(({ id, bankName, bankCode, maskedNumber }) => ({
    cardId: id,
    bankName,
    bankCode,
    cardNumber: maskedNumber,
  }));
}

/** A card of this borrower; undefined for any other, so another borrower's card is as one that does not exist. */
export async function cardOf(
  database: Database,
  borrowerId: string,
  cardId: string,
): Promise<CardRecord | undefined> {
  if (!isId(cardId)) return undefined;
  const [card] = await database
    .select()
    .from(savedCards)
    .where(
      and(eq(savedCards.id, cardId), eq(savedCards.borrowerId, borrowerId), isNull(savedCards.removedAt)),
    );
  return card;
}

/** Records that a code confirmed a payment with a card. */
export async function markCardConfirmed(tx: Database, cardId: string, confirmedAt: Date): Promise<void> {
  await tx.update(savedCards).set({ confirmedAt }).where(eq(savedCards.id, cardId));
}

/** The mobile number that codes for a borrower go to. */
export interface CodePhone {
  /** E.164. */
  readonly number: string;
  /** The last three digits, by which the borrower knows it and nobody else learns it. */
  readonly ending: string;
}

/** Where codes for a borrower go. */
export async function codePhoneOf(
  database: Database,
  { id, market }: Pick<Borrower, 'id' | 'market'>,
): Promise<CodePhone> {
  const [row] = await database
    .select({ mobilePhone: borrowers.mobilePhone })
    .from(borrowers)
    .where(eq(borrowers.id, id));
  const rule = phoneRuleOf(market);
  const digits = phoneDigits(rule, row?.mobilePhone ?? '');
  return { number: internationalPhone(rule, digits), ending: digits.slice(-endingDigits) };
}
