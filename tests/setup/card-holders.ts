import { eq } from 'drizzle-orm';
import type { Call } from '#contract/call.ts';
import {
  confirmCardPayment,
  type PayWays,
  payWithCard,
  readSavedCards,
} from '#contract/calls/card-payment.ts';
import type { PaymentPurpose } from '#contract/calls/repayment.ts';
import { type CallResult, createContractClient } from '#contract/client.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { savedCards } from '#db/schema/card-payment.ts';
import { type TestCardBehaviour, testCards } from '#domain/card-payment/test-card.ts';
import type { Market } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import { cardsFor } from '#fixtures/demo-cards.ts';
import { type LoanService, newBorrower, paidOutLoan, type TestLoan } from './lending-journeys.ts';
import type { LendingService, TestSession } from './lending-service.ts';

/** A borrower with a loan that is paid out, one card for each behaviour of the sandbox provider, and a number of their own. */
export interface CardHolder {
  readonly session: TestSession;
  readonly loan: TestLoan;
  readonly mobilePhone: string;
  cardId(behaviour: TestCardBehaviour): string;
  /** Makes a call as this borrower's page does; a refusal is a value. */
  call<Request, Answer>(call: Call<Request, Answer>, request: Request): Promise<CallResult<Answer>>;
  /** A fresh token to commit with. */
  token(): Promise<string>;
  /** Commits a payment with a fresh token unless one is given. */
  commit(payment: {
    readonly card: TestCardBehaviour;
    readonly amountMinor: number;
    readonly repayToken?: string;
    readonly asksForCode?: boolean;
    readonly purpose?: PaymentPurpose;
  }): Promise<CallResult<{ needsCode: boolean; repaymentId: string; isPending: boolean }>>;
  /** Commits a payment that is not refused, and gives its id. */
  committed(payment: Parameters<CardHolder['commit']>[0]): Promise<string>;
  /** The ways to pay by card; to extend where that is the purpose. */
  ways(purpose?: PaymentPurpose): Promise<PayWays>;
  confirm(repaymentId: string, code: string): Promise<CallResult<{ isPending: boolean }>>;
  /** The code that was sent last; fails when none was. */
  lastCode(): string;
}

/** Numbers of test borrowers, all of different blocks. */
function newNumber(): string {
  return `55${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
}

/** Gives a borrower a number of their own and one card for each behaviour of the sandbox provider. */
export async function saveCards(
  { database }: Pick<LoanService, 'database'>,
  borrowerId: string,
  {
    market = 'MX',
    mobilePhone = newNumber(),
    savedAt,
    isConfirmed = false,
  }: { market?: Market; mobilePhone?: string; savedAt: Date; isConfirmed?: boolean },
): Promise<{ readonly mobilePhone: string; readonly cards: readonly (typeof savedCards.$inferSelect)[] }> {
  await database.update(borrowers).set({ mobilePhone }).where(eq(borrowers.id, borrowerId));
  const cards = await database
    .insert(savedCards)
    .values(
      cardsFor(borrowerId, market).map((card, index) => ({
        ...card,
        savedAt: new Date(savedAt.getTime() + index),
        confirmedAt: isConfirmed ? savedAt : null,
      })),
    )
    .returning();
  return { mobilePhone, cards };
}

/** Makes a card holder whose first payment is due in 30 days. */
export async function newCardHolder(
  service: LendingService,
  { isConfirmed = false }: { isConfirmed?: boolean } = {},
): Promise<CardHolder> {
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session);
  return withCards(service, session, loan, { isConfirmed });
}

/** Gives the borrower of a loan their cards. */
export async function withCards(
  service: LendingService,
  session: TestSession,
  loan: TestLoan,
  { isConfirmed = false, market = 'MX' }: { isConfirmed?: boolean; market?: Market } = {},
): Promise<CardHolder> {
  const { dependencies, api } = service;
  const savedAt = dependencies.clock.now();
  const saved = { savedAt, isConfirmed, market };
  const { mobilePhone, cards } = await saveCards(service, session.borrowerId, saved);
  const client = createContractClient({
    fetch: async (request) => api.fetch(request),
    apiBase: 'http://lender.test',
    defaultMerchantNumber: 'LL0001',
  });
  const holder: CardHolder = {
    session,
    loan,
    mobilePhone,
    cardId(behaviour) {
      const token = testCards.find((card) => card.behaviour === behaviour)?.token;
      return cards.find(({ cardToken }) => cardToken === token)?.id ?? '';
    },
    call: (call, request) =>
      client.call(call, request, {
        ...session,
        appVersion: '',
        clientType: '',
        merchantNumber: '',
        mobilePhone: '',
        language: 'es',
      }),
    async ways(purpose) {
      const ways = await holder.call(readSavedCards, { orderId: loan.orderId, ...(purpose && { purpose }) });
      if (!ways.success) throw new Error(`refused: ${ways.errorCode}`);
      return ways.data;
    },
    token: async () => (await holder.ways()).repayToken,
    async committed(payment) {
      const committed = await holder.commit(payment);
      if (!committed.success) throw new Error(`refused: ${committed.errorCode}`);
      return committed.data.repaymentId;
    },
    async commit({ card, amountMinor, repayToken, asksForCode = false, purpose }) {
      const chosen = cards.find(({ id }) => id === holder.cardId(card));
      return holder.call(payWithCard, {
        orderId: loan.orderId,
        amountMinor: minorAmount(amountMinor),
        cardId: chosen?.id ?? '',
        cardNumber: chosen?.maskedNumber ?? '',
        bankName: chosen?.bankName ?? '',
        bankCode: chosen?.bankCode ?? '',
        couponId: null,
        repayToken: repayToken ?? (await holder.token()),
        asksForCode,
        purpose,
      });
    },
    confirm: (repaymentId, code) =>
      holder.call(confirmCardPayment, { orderId: loan.orderId, repaymentId, code }),
    lastCode() {
      const message = dependencies.sms.messages().find(({ to }) => to.endsWith(mobilePhone));
      const code = message && /\b\d{6}\b/.exec(message.text)?.[0];
      if (!code) throw new Error('no code was sent');
      return code;
    },
  };
  return holder;
}
