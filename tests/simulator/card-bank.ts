import { randomUUID } from 'node:crypto';
import type { Call } from '#contract/call.ts';
import { confirmCardPayment, payWithCard, readSavedCards } from '#contract/calls/card-payment.ts';
import { createContractClient } from '#contract/client.ts';
import { putSavedCard } from '#contract/host/saved-card.ts';
import { minorAmount } from '#domain/money/money.ts';
import type { Random } from '#lending/ports.ts';
import type { StripeStandIn } from '#tests/providers/stripe-stand-in.ts';
import type { TestLoan } from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';
import type { TestSmsGateway } from '#tests/setup/sms-gateway.ts';
import type { WalkWorld } from '#tests/setup/walk-world.ts';
import type { RunRecord } from './run-record.ts';

/** A borrower's card at the provider's, and the telephone that its codes go to. */
interface CardOwner {
  readonly borrowerId: string;
  /** With the calling code. */
  readonly telephone: string;
}

/** The provider of cards and the banks behind it, which charge, ask with 3-D Secure, and take payments back. */
interface CardBank extends Pick<WalkWorld, 'takesCards' | 'charge' | 'outcomeOf' | 'tellDispute'> {
  /** Sends what the provider told since so many messages, of the objects that are meant. */
  deliver(since: number, isMeant: (object: Told) => boolean): Promise<void>;
}

/** What a message of the provider is about. */
interface Told {
  readonly id?: string;
  readonly customer?: string | null;
  readonly payment_intent?: string;
}

const emptyBody = { success: true, code: '', message: '', data: null };

/** Of so many charges one is told by no webhook, so that only asking tells. */
const lostOf = 8;
/** Before so many deliveries of the provider comes one that somebody else made up. */
const forgedOf = 4;
const decisionPolls = 12;
const pollMs = 400;

/** The bank of one borrower's card, as the borrower meets it. */
export function cardBankOf(
  owner: CardOwner,
  {
    stripe,
    gateway,
    service,
    direct,
    record,
    random,
    address,
  }: {
    readonly stripe: StripeStandIn;
    readonly gateway: TestSmsGateway;
    readonly service: WalkWorld['service'];
    /** As the borrower reaches it. */
    readonly direct: { fetch(request: Request): Promise<Response> };
    readonly record: RunRecord;
    readonly random: Random;
    /** Where messages go to. */
    readonly address: string;
  },
): CardBank {
  const customer = `cus_${randomUUID().replaceAll('-', '')}`;
  const cards = new Map<string, { readonly cardId: string; readonly maskedNumber: string }>();
  const names = new Set<string>();
  /** The disputes of each payment, by its name and a number. */
  const disputes = new Map<string, string>();
  const nameOf = ({ metadata }: { metadata: Readonly<Record<string, string>> }) =>
    metadata.llano_reference ?? '';
  const intents = () => stripe.intents.filter((intent) => intent.customer === customer);

  async function cardOf(kind: 'succeeds' | 'authenticates') {
    const card = cards.get(kind);
    if (card) return card;
    const { cardId, maskedNumber } = await service.tell(putSavedCard, {
      ...{
        borrowerId: owner.borrowerId,
        bankName: 'Banco',
        bankCode: 'BANCO',
        maskedNumber: '************4242',
      },
      cardToken: `${customer}:pm_${kind}_1`,
    });
    cards.set(kind, { cardId, maskedNumber });
    return { cardId, maskedNumber };
  }

  async function send({ headers, body }: ReturnType<StripeStandIn['sign']>): Promise<number> {
    const { status } = await record.persistAnswer('a message of the card provider', async () => {
      const response = await fetch(`${address}/webhooks/stripe`, { method: 'POST', headers, body });
      await response.body?.cancel();
      return { status: response.status, headers: response.headers, body: emptyBody };
    });
    return status;
  }

  /** Says what never was: the last charge paid ten times over, by another's secret, an old message, or one of a test account. */
  async function forge(): Promise<void> {
    const [intent] = intents();
    if (!intent) return;
    const amount = 10 * intent.amount;
    const object = {
      ...intent,
      id: `pi_${randomUUID()}`,
      amount,
      amount_received: amount,
      status: 'succeeded',
    };
    const event = {
      ...{ id: `evt_${randomUUID()}`, object: 'event', type: 'payment_intent.succeeded', livemode: true },
      ...{ created: intent.created, data: { object } },
    };
    const anHourAgo = new Date(Date.now() - 3_600_000);
    const forgeries = [
      () => stripe.sign(event, { secret: 'whsec_of_somebody_else' }),
      () => stripe.sign(event, { at: anHourAgo }),
      () => stripe.sign({ ...event, livemode: false }),
    ];
    const status = await send(forgeries[random.below(forgeries.length)]?.() ?? stripe.sign({}));
    if (status < 400) record.violate(`a forged message of the card provider is answered ${status}`);
  }

  /** Sends what the provider told since then of what is meant, some of it twice, in any order, until it is taken. */
  const deliver: CardBank['deliver'] = async (since, isMeant) => {
    if (random.below(forgedOf) === 0) await forge();
    const meant = stripe.events.slice(since).filter((event) => {
      const { object } = (event as { readonly data: { readonly object: Told } }).data;
      return isMeant(object);
    });
    const twice = meant.flatMap((event) => (random.below(2) === 0 ? [event, event] : [event]));
    if (random.below(2) === 0) twice.reverse();
    const statuses = await Promise.all(twice.map((event) => send(stripe.sign(event))));
    const refused = statuses.filter((status) => status >= 400);
    if (refused.length > 0) record.violate(`messages of the card provider are answered ${refused}`);
  };
  const isOwn = ({ customer: of, payment_intent: intent }: Told) =>
    of === customer || intents().some(({ id }) => id === intent);

  const takesCards = ({ productId }: TestLoan) => productId.startsWith('mx');
  const client = createContractClient({
    fetch: (request) => direct.fetch(request),
    apiBase: 'http://lender.test',
    defaultMerchantNumber: 'LL0001',
  });

  /** Makes a call as the borrower's page does, until it is answered; null where it is refused. */
  async function asked<Request, Answer>(
    call: Call<Request, Answer>,
    request: Request,
    session: TestSession,
  ): Promise<Answer | null> {
    const query = { ...session, appVersion: '', clientType: '', merchantNumber: '', mobilePhone: '' };
    const answer = await record.persist(call.path, async () => {
      const result = await client.call(call, request, { ...query, language: 'es' });
      if (result.success) return result;
      if (result.failure !== 'refused') throw new TypeError(result.failure);
      // Too many codes in an hour is an answer: the borrower goes away.
      if (Number(result.status) >= 500) throw new Error(`refused with ${result.status}`);
      return result;
    });
    return answer.success ? answer.data : null;
  }

  // A loan that was settled is paid in no way any more.
  const readWays = ({ orderId }: TestLoan, session: TestSession) =>
    asked(readSavedCards, { orderId }, session);

  /** The borrower confirms with their bank, which leads them back. */
  async function confirmAtBank(intentId: string): Promise<void> {
    const body = new URLSearchParams({ choice: random.below(6) === 0 ? 'refuse' : 'confirm' });
    const response = await fetch(`${stripe.origin}/3d_secure_2/${intentId}`, {
      method: 'POST',
      body,
      redirect: 'manual',
    });
    await response.body?.cancel();
  }

  const outcomeOf: CardBank['outcomeOf'] = async (loan, session, name) => {
    const open = (await readWays(loan, session))?.openPayment;
    if (open?.repaymentId === name && open.state === 'pending') return 'undecided';
    const intent = intents().find((each) => nameOf(each) === name);
    return intent?.status === 'succeeded' ? 'paid' : 'not-paid';
  };

  return {
    deliver,
    outcomeOf,
    takesCards,
    async charge(loan, session, { amount, purpose }) {
      if (!takesCards(loan)) return null;
      const { cardId, maskedNumber: cardNumber } = await cardOf(
        random.below(3) === 0 ? 'authenticates' : 'succeeds',
      );
      const before = stripe.events.length;
      const ways = await readWays(loan, session);
      if (!ways || ways.openPayment?.state === 'pending') return null;
      const { repayToken } = ways;
      const { orderId } = loan;
      const chosen = { cardId, cardNumber, bankName: 'Banco', bankCode: 'BANCO', couponId: null };
      const payment = { orderId, amountMinor: minorAmount(amount), ...chosen, repayToken, purpose };
      const committed = await asked(payWithCard, { ...payment, asksForCode: false }, session);
      if (committed?.needsCode) {
        const code = gateway.lastCode(owner.telephone);
        const { repaymentId } = committed;
        await asked(confirmCardPayment, { orderId, repaymentId, code }, session);
      }
      const made = intents().find((intent) => !names.has(nameOf(intent)));
      if (made?.status === 'requires_action') await confirmAtBank(made.id);
      if (random.below(lostOf) > 0) await deliver(before, isOwn);
      const open = committed ? null : (await readWays(loan, session))?.openPayment;
      const found = intents().find((intent) => !names.has(nameOf(intent)));
      const name = committed?.repaymentId ?? open?.repaymentId ?? (found && nameOf(found));
      if (name === undefined) return null;
      names.add(name);
      for (let poll = 0; poll < decisionPolls; poll += 1) {
        const became = await outcomeOf(loan, session, name);
        if (became !== 'undecided') return became === 'paid' ? { name, isDecided: true } : null;
        await new Promise((resolve) => setTimeout(resolve, pollMs));
      }
      return { name, isDecided: false };
    },
    async tellDispute({ reference, number }, outcomes) {
      const intent = intents().find((each) => reference === nameOf(each));
      if (!intent) throw new Error(`the provider knows of no charge ${reference}`);
      let since = stripe.events.length;
      const key = `${reference} ${number}`;
      const disputeId = disputes.get(key) ?? stripe.dispute(intent.id);
      disputes.set(key, disputeId);
      await deliver(since, isOwn);
      if (outcomes.includes('came-back')) {
        since = stripe.events.length;
        stripe.winDispute(disputeId);
        await deliver(since, isOwn);
      }
      return disputeId;
    },
  };
}
