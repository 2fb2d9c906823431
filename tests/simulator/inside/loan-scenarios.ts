import { eq } from 'drizzle-orm';
import { payWithCard } from '#contract/calls/card-payment.ts';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { readExtension } from '#contract/calls/extension.ts';
import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import { createContractClient } from '#contract/client.ts';
import { issueSession } from '#contract/host/session.ts';
import { savedCards } from '#db/schema/card-payment.ts';
import { offers } from '#db/schema/product.ts';
import { minorAmount } from '#domain/money/money.ts';
import { settleCharge } from '#lending/card-payment/charge.ts';
import { withCards } from '#tests/setup/card-holders.ts';
import { newBorrower, pay } from '#tests/setup/lending-journeys.ts';
import type { LendingService } from '#tests/setup/lending-service.ts';
import {
  currency,
  firstDueMinor,
  lostMoney,
  newTag,
  type Own,
  ownLoan,
  provider,
  reason,
  reportsOf,
  type Scenario,
  said,
  scenario,
  sceneOf,
  tells,
} from './scene.ts';

/** What happens to one loan, or to one borrower. */
export const loanScenarios: readonly Scenario[] = [
  scenario('payment, payment', async (service) => {
    const own = await ownLoan(service);
    const report = reportsOf(own);
    return sceneOf(own, [report(firstDueMinor, 'one'), report(firstDueMinor, 'one'), report(200_000, 'two')]);
  }),
  scenario('one tracking key twice', async (service) => {
    const own = await ownLoan(service);
    const report = reportsOf(own);
    const trackingKey = `${own.tag}key`;
    return sceneOf(own, [
      report(100_000, 'one', { trackingKey }),
      report(100_000, 'two', { trackingKey, provider: 'collector' }),
      report(500_000, 'three', { trackingKey: `${own.tag}other` }),
    ]);
  }),
  scenario('message sent twice', async (service) => {
    const own = await ownLoan(service);
    const waived = { orderNumber: own.orderNumber, component: 'fee', amountMinor: 1_000, reason };
    const twice = tells('/host/charges/waive', waived, `${own.tag}waive`);
    return sceneOf(own, [twice, twice, reportsOf(own)(firstDueMinor, 'one')]);
  }),
  scenario('payment, reversal', async (service) => {
    const own = await ownLoan(service);
    await pay(service, own, 300_000, { eventId: `${own.tag}first` });
    const reversal = { provider: 'sandbox', eventId: `${own.tag}first`, reason };
    return sceneOf(own, [
      tells('/host/payments/reverse', reversal, `${own.tag}r1`),
      reportsOf(own)(400_000, 'one'),
      tells('/host/payments/reverse', reversal, `${own.tag}r2`),
    ]);
  }),
  scenario('accept, accept', async (service) => {
    const session = await newBorrower(service);
    const push = async (productId: 'mx-120' | 'mx-90-steps') => {
      const { amountMinor, term, quote } = await service.ask(
        readOffer,
        { productId, isReload: false },
        session,
      );
      const { count: periods, unit: termUnit } = term;
      const body = { amount: amountMinor, periods, termUnit, productId, quoteId: quote?.quoteId };
      return async (on: LendingService) => said(await on.post(acceptOffer.path, body, session));
    };
    const [one, other] = [await push('mx-120'), await push('mx-90-steps')];
    const { borrowerId } = session;
    return { borrowerIds: [borrowerId], loanIds: [], tag: newTag(), acts: [one, one, other] };
  }),
  scenario(
    'two quotes of one product',
    async (service) => {
      const session = await newBorrower(service);
      const { borrowerId } = session;
      const push = async () => {
        const { amountMinor, term, quote } = await service.ask(
          readOffer,
          { productId: 'mx-120', isReload: false },
          session,
        );
        const { count: periods, unit: termUnit } = term;
        const body = { amount: amountMinor, periods, termUnit, productId: 'mx-120', quoteId: quote?.quoteId };
        return async (on: LendingService) => said(await on.post(acceptOffer.path, body, session));
      };
      const older = await push();
      await service.database
        .update(offers)
        .set({ amountMinor: minorAmount(400_000) })
        .where(eq(offers.borrowerId, borrowerId));
      const newer = await push();
      return { borrowerIds: [borrowerId], loanIds: [], tag: newTag(), acts: [older, newer] };
    },
    { actCount: 2 },
  ),
  scenario('complaint, complaint', async (service) => {
    const session = await newBorrower(service);
    const send = (problemDetail: string) => async (on: LendingService) =>
      said(await on.post(sendComplaint.path, { problemType: '2', problemDetail, problemImage: '' }, session));
    const acts = [send('Me cobraron dos veces'), send('Me cobraron dos veces'), send('No me llaman')];
    return { borrowerIds: [session.borrowerId], loanIds: [], tag: newTag(), acts };
  }),
  scenario('payment, write-off', async (service) => {
    const own = await ownLoan(service);
    const { orderNumber, tag } = own;
    return sceneOf(own, [
      reportsOf(own)(firstDueMinor, 'one'),
      tells('/host/loans/write-off', { orderNumber, reason }, `${tag}w1`),
      tells('/host/loans/write-off', { orderNumber, reason }, `${tag}w2`),
    ]);
  }),
  scenario('refund, payment', async (service) => {
    const own = await ownLoan(service);
    await pay(service, own, 700_000, { eventId: `${own.tag}first` });
    const { orderNumber, tag } = own;
    const refund = (refundKey: string, messageId: string) =>
      tells('/host/refunds', { orderNumber, refundKey, amountMinor: 100_000, reason }, messageId);
    return sceneOf(own, [
      refund(`${tag}k1`, `${tag}f1`),
      refund(`${tag}k2`, `${tag}f2`),
      tells('/host/payments/reverse', { provider: 'sandbox', eventId: `${tag}first`, reason }, `${tag}r1`),
    ]);
  }),
  scenario('one refund key twice', async (service) => {
    const own = await ownLoan(service);
    await pay(service, own, 700_000, { eventId: `${own.tag}first` });
    const { orderNumber, tag } = own;
    const refund = (messageId: string) =>
      tells('/host/refunds', { orderNumber, refundKey: `${tag}k`, amountMinor: 40_000, reason }, messageId);
    return sceneOf(own, [refund(`${tag}f1`), refund(`${tag}f2`), reportsOf(own)(50_000, 'one')]);
  }),
  scenario('assign, report', async (service) => {
    const own = await ownLoan(service);
    const other = await ownLoan(service);
    const { tag } = own;
    await lostMoney(service, tag);
    const assign = ({ orderNumber }: Own, messageId: string) =>
      tells('/host/payments/assign', { provider, eventId: `${tag}lost`, orderNumber, reason }, messageId);
    const report = reportsOf(own)(70_000, 'again', { trackingKey: `${tag}key`, provider: 'collector' });
    return {
      borrowerIds: [own.session.borrowerId, other.session.borrowerId],
      loanIds: [own.orderId, other.orderId],
      tag,
      acts: [assign(own, `${tag}a1`), assign(other, `${tag}a2`), report],
    };
  }),
  scenario('extension, payment', async (service) => {
    const own = await ownLoan(service);
    const at = '2026-12-23T12:00:00-06:00';
    service.setTime(at);
    const extension = await service.ask(readExtension, own, own.session);
    const reference = extension.channelGroups[0]?.channels[0]?.payCode;
    const { amountMinor } = extension;
    const { tag } = own;
    const pays = (name: string) => {
      const money = {
        provider,
        eventId: `${tag}${name}`,
        trackingKey: `${tag}${name}`,
        reference,
        amountMinor,
        currency,
      };
      return tells('/host/payments', { ...money, anotherPayment: true }, `${tag}m${name}`);
    };
    const acts = [pays('e1'), pays('e2'), reportsOf(own)(firstDueMinor, 'one')];
    return { ...sceneOf(own, acts), at };
  }),
  scenario('card answer, webhook', async (service) => {
    const own = await ownLoan(service);
    const holder = await withCards(service, own.session, own, { isConfirmed: true });
    const started = await holder.commit({ card: 'answer-late', amountMinor: 10_000 });
    if (!started.success) throw new Error(`refused: ${started.errorCode}`);
    const { repaymentId } = started.data;
    const approved = async ({ dependencies }: LendingService) =>
      String(await settleCharge(dependencies, repaymentId, 'approved'));
    return sceneOf(own, [approved, approved, reportsOf(own)(100_000, 'one')]);
  }),
  scenario(
    'card, card',
    async (service) => {
      const own = await ownLoan(service);
      const holder = await withCards(service, own.session, own, { isConfirmed: true });
      const [one, other] = [await holder.token(), await holder.token()];
      const [card] = await service.database
        .select()
        .from(savedCards)
        .where(eq(savedCards.id, holder.cardId('answer-late')));
      if (!card) throw new Error('no card');
      const { id: cardId, maskedNumber: cardNumber, bankName, bankCode } = card;
      const { orderId } = own;
      const chosen = { cardId, cardNumber, bankName, bankCode, couponId: null, asksForCode: false };
      const payment = { orderId, amountMinor: minorAmount(10_000), ...chosen };
      const query = { ...own.session, appVersion: '', clientType: '', merchantNumber: '', mobilePhone: '' };
      const pays = (repayToken: string) => async (on: LendingService) => {
        const client = createContractClient({
          fetch: async (request) => on.api.fetch(request),
          apiBase: 'http://lender.test',
          defaultMerchantNumber: 'LL0001',
        });
        const answer = await client.call(
          payWithCard,
          { ...payment, repayToken },
          { ...query, language: 'es' },
        );
        return answer.success ? `200 ${answer.data.isPending}` : `${answer.status} ${answer.errorCode}`;
      };
      return sceneOf(own, [pays(one), pays(other)]);
    },
    // Its token is used once the charge is on its way.
    { actCount: 2, kills: [] },
  ),
  scenario(
    'ticket, ticket',
    async (service) => {
      const own = await ownLoan(service);
      const { borrowerId } = own.session;
      const given = await service.tell(issueSession, { borrowerId, deviceId: 'd', ticket: true });
      const exchange = async (on: LendingService) => {
        const exchanged = await on.api.exchangeTicket(given.ticket ?? '');
        if (exchanged === 'service-unavailable') return '503';
        return exchanged === 'session-required' ? '401' : '200';
      };
      return sceneOf(own, [
        exchange,
        exchange,
        tells('/host/sessions/revoke', { borrowerId }, `${own.tag}end`),
      ]);
    },
    { kills: ['before-statement'] },
  ),
  scenario('approve, approve', async (service) => {
    const own = await ownLoan(service, { isPaidOut: false });
    const { orderNumber, tag } = own;
    const decide = (decision: string, messageId: string) =>
      tells('/host/applications/decision', { orderNumber, decision }, messageId);
    return sceneOf(own, [
      decide('approve', `${tag}d1`),
      decide('approve', `${tag}d2`),
      decide('decline', `${tag}d3`),
    ]);
  }),
  scenario('pay out, pay out', async (service) => {
    const own = await ownLoan(service, { isPaidOut: false });
    const { orderNumber, tag } = own;
    await service.host('/host/applications/decision', { orderNumber, decision: 'approve' });
    const payOut = (messageId: string) =>
      tells('/host/disbursals', { orderNumber, reference: `${tag}transfer` }, messageId);
    return sceneOf(own, [payOut(`${tag}p1`), payOut(`${tag}p2`), reportsOf(own)(100_000, 'one')]);
  }),
];
