import { z } from 'zod';
import { optionalCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/call.ts';
import {
  confirmCardPayment,
  payWithCard,
  readPaymentPage,
  readSavedCards,
} from '#contract/calls/card-payment.ts';
import {
  openComplaint,
  readComplaint,
  readComplaints,
  sendComplaint,
  sendComplaintImage,
} from '#contract/calls/complaint.ts';
import { readExtension } from '#contract/calls/extension.ts';
import { readAgreement, readLoan, sendRating } from '#contract/calls/loan.ts';
import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import {
  readCaptcha,
  readPromotionTemplate,
  registerBorrower,
  requestRegistrationCode,
  startPromotionVisit,
  trackClick,
  trackVisit,
} from '#contract/calls/registration.ts';
import { readPaymentInstruction, readRepayment } from '#contract/calls/repayment.ts';
import { readContacts } from '#contract/calls/support.ts';
import { wireSchema } from '#contract/openapi-schema.ts';
import optionalExamples from '#contract/optional-call-examples.json' with { type: 'json' };
import { isRecord, schemaProblems } from '#contract/schema-problems.ts';
import { type ToleranceId, tolerances } from '#contract/tolerances.ts';
import type { Answer } from './backend-client.ts';
import { announcement, type Bench, type CheckedBackend, presence, readability } from './bench.ts';
import { wasAnswered } from './causes.ts';
import { linkProblem } from './named-origins.ts';
import type { InputName } from './page-address.ts';

type Wire = Readonly<Record<string, unknown>>;

interface CallChecks {
  readonly call: Call;
  readonly screen: string;
  readonly needs?: readonly InputName[];
  readonly run: (bench: Bench) => Promise<void>;
}

/** A borrower on a slow network gives up after this time. */
const longestMs = 10_000;

const problemsMax = 3;

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const callChecks: readonly CallChecks[] = [
  {
    call: readOffer,
    screen: '/confirmLoan',
    needs: ['offered'],
    async run(bench) {
      const answer = await usual(bench, readOffer, { productId: bench.backend.offeredProductId });
      const data = recordOf(answer);
      await bench.check('amounts and term make sense', () => {
        if (!(Number(data.amount) > 0)) return 'amount is not above 0';
        if (!(Number(data.periods) > 0)) return 'periods is not above 0';
        const total = rowsOf(data.repay_plans).reduce((sum, { amount }) => sum + Number(amount), 0);
        const quoted = isRecord(data.quote) ? data.quote.totalMinor : undefined;
        if (quoted !== undefined && total !== Number(quoted))
          return 'repay_plans is not quote.totalMinor in all';
        if (total > 0 && total < Number(data.amount)) return 'repay_plans is less than amount in all';
        return rowsOf(data.repay_plans).some(({ amount }) => Number(amount) <= 0)
          ? 'a payment of repay_plans is not above 0'
          : null;
      });
      await bench.check('a reload answers the same', async () => {
        const again = await bench.ask(readOffer, { productId: bench.backend.offeredProductId, isType: 1 });
        return again.result.success ? null : refusedWords(again);
      });
    },
  },
  {
    call: acceptOffer,
    screen: '/confirmLoan',
    needs: ['offered'],
    async run(bench) {
      const { offeredProductId: productId } = bench.backend;
      const offer = recordOf(await bench.ask(readOffer, { productId }));
      const { quoteId } = isRecord(offer.quote) ? offer.quote : {};
      const wire = {
        amount: Number(offer.amount) || 0,
        periods: Number(offer.periods) || 0,
        termUnit: String(offer.termUnit ?? ''),
        productId,
        ...(typeof quoteId === 'string' && { quoteId }),
      };
      await refusals(bench, acceptOffer, wire);
      await bench.check('another amount than was offered is refused', async () =>
        refusalProblem(await bench.ask(acceptOffer, { ...wire, amount: wire.amount + 100 }), acceptOffer),
      );
      const answer = await shown(bench, acceptOffer, wire);
      await bench.check('accepting again has no second effect', async () => {
        const again = await bench.ask(acceptOffer, wire);
        const isSame = recordOf(again).lendDetailsUrl === recordOf(answer).lendDetailsUrl;
        return !again.result.success || isSame ? null : 'the second answer names another loan';
      });
      await bench.check('lendDetailsUrl leads somewhere', () =>
        linkProblem('lendDetailsUrl', recordOf(answer).lendDetailsUrl),
      );
    },
  },
  {
    call: readLoan,
    screen: '/loanDetail',
    needs: ['product', 'order'],
    async run(bench) {
      const data = recordOf(await usual(bench, readLoan, loanOf(bench.backend)));
      await bench.check('the statement adds up', () => {
        if (!isRecord(data.statement)) return null;
        const { chargedMinor, penaltyMinor, receivedMinor, dueMinor } = data.statement;
        const sum = Number(chargedMinor) + Number(penaltyMinor) - Number(receivedMinor);
        return sum === Number(dueMinor)
          ? null
          : 'statement.dueMinor is not what is charged and penalties less what was received';
      });
      await bench.check('the balance adds up', () => {
        if (!isRecord(data.balance)) return null;
        const { daysLate, remainingMinor, dueMinor } = data.balance;
        if (Number(daysLate) < 0) return 'daysLate is negative';
        return Number(dueMinor) > Number(remainingMinor) ? 'dueMinor is more than remainingMinor' : null;
      });
    },
  },
  {
    call: readAgreement,
    screen: '/contract',
    needs: ['order-number'],
    async run(bench) {
      const data = recordOf(await usual(bench, readAgreement, { orderNo: bench.backend.orderNumber }));
      await bench.check('amounts make sense', () => {
        if (!(Number(data.mount) > 0)) return 'mount is not above 0';
        if (Number(data.contractAmount) < Number(data.mount)) return 'contractAmount is less than mount';
        return Number(data.giveAmount) > Number(data.mount) ? 'giveAmount is more than mount' : null;
      });
    },
  },
  {
    call: readRepayment,
    screen: '/repay',
    needs: ['product', 'order'],
    async run(bench) {
      const data = recordOf(await usual(bench, readRepayment, loanOf(bench.backend)));
      await bench.check('there is something to pay and a way to', () => {
        if (!(Number(data.repayAmount) > 0)) return 'repayAmount is not above 0';
        const channels = rowsOf(data.repayList).flatMap(({ list }) => rowsOf(list));
        return channels.some(({ payCode }) => payCode) ? null : 'repayList has no channel with a payCode';
      });
    },
  },
  {
    call: readExtension,
    screen: '/repayDelay',
    needs: ['product', 'order'],
    async run(bench) {
      const data = recordOf(await usual(bench, readExtension, loanOf(bench.backend)));
      await bench.check('extending has a price and a day', () => {
        const { delayAmount, delayTime } = isRecord(data.delayInfo) ? data.delayInfo : {};
        if (!(Number(delayAmount) > 0)) return 'delayInfo.delayAmount is not above 0';
        return delayTime ? null : 'delayInfo.delayTime is empty';
      });
    },
  },
  {
    call: readPaymentInstruction,
    screen: '/carpmm',
    needs: ['product', 'order'],
    async run(bench) {
      const repayment = recordOf(await bench.ask(readRepayment, loanOf(bench.backend)));
      const channel = rowsOf(repayment.repayList)
        .flatMap(({ list }) => rowsOf(list))
        .find(({ payCode }) => payCode);
      const payCode = String(channel?.payCode ?? '');
      const amount = Number(repayment.repayAmount) || 0;
      const wire = { ...loanOf(bench.backend), amount, payCode, requestType: 1 };
      const data = recordOf(await usual(bench, readPaymentInstruction, wire));
      await bench.check('it is about the code and amount that were asked for', () => {
        const { repayCode, amount: codeAmount } = isRecord(data.repayDetail) ? data.repayDetail : {};
        const plain = (code: unknown) => String(code ?? '').replaceAll(/\s/g, '');
        if (repayCode && plain(repayCode) !== plain(payCode)) return 'repayDetail.repayCode is another code';
        return Number(codeAmount) === amount ? null : 'repayDetail.amount is another amount';
      });
    },
  },
  {
    call: readSavedCards,
    screen: '/payWay',
    needs: ['order'],
    async run(bench) {
      const { orderId } = bench.backend;
      const answer = await usual(bench, readSavedCards, { orderId });
      await bench.check('card numbers are masked', () =>
        rowsOf(recordOf(answer).bankCards).some(({ cardNo }) => /(?:\d[ -]?){13}/.test(String(cardNo ?? '')))
          ? 'a cardNo holds a whole number'
          : null,
      );
      await bench.check('a card can be told from another', () => {
        const ids = rowsOf(recordOf(answer).bankCards).map(({ id }) => String(id));
        return new Set(ids).size === ids.length ? null : 'two cards have the same id';
      });
    },
  },
  { call: payWithCard, screen: '/payWay', needs: ['product', 'order'], run: payByCard },
  { call: confirmCardPayment, screen: '/payWay', needs: ['product', 'order'], run: confirmByCode },
  {
    call: readPaymentPage,
    screen: '/payWay',
    needs: ['product', 'order'],
    async run(bench) {
      const { orderId, credentials } = bench.backend;
      const wire = { userId: credentials.userId, orderId, amount: await dueOf(bench) };
      const answer = await usual(bench, readPaymentPage, wire);
      await bench.check('it is an address with TLS', () => {
        if (!answer.result.success) return null;
        const { link } = answer.result.data as { link: string };
        return /^https:\/\//.test(link) ? null : 'the address does not begin with https';
      });
      await bench.check('another user is refused in the body too', async () =>
        refusalProblem(
          await bench.ask(readPaymentPage, { ...wire, userId: 'somebody-else' }),
          readPaymentPage,
        ),
      );
    },
  },
  {
    call: sendRating,
    screen: '/loanDetail',
    needs: ['order'],
    async run(bench) {
      const { orderId } = bench.backend;
      await present(bench, sendRating, { score: 5, orderId });
      // The loan of a complaint is our extension; a backend may ignore it.
      await refusals(bench, sendRating, { score: 5 });
      for (const score of [0, 6]) {
        await bench.check(`${score} stars are refused`, async () =>
          refusalProblem(await bench.ask(sendRating, { score, orderId }), sendRating),
        );
      }
    },
  },
  {
    call: openComplaint,
    screen: '/complaint',
    needs: ['order'],
    async run(bench) {
      const data = recordOf(await usual(bench, openComplaint, { orderId: bench.backend.orderId }));
      await bench.check('there are types to choose from', () =>
        rowsOf(data.problemType).length > 0 ? null : 'problemType is empty',
      );
    },
  },
  {
    call: sendComplaintImage,
    screen: '/complainPageNext',
    async run(bench) {
      const bytes = Uint8Array.from(atob(onePixel), (letter) => letter.charCodeAt(0));
      const image = (body: BlobPart, type: string) => ({
        problemImage: new File([body], 'kit.png', { type }),
      });
      await usual(bench, sendComplaintImage, image(bytes, 'image/png'));
      await bench.check('what is no image is refused', async () =>
        refusalProblem(
          await bench.ask(sendComplaintImage, image('no image', 'image/png')),
          sendComplaintImage,
        ),
      );
    },
  },
  {
    call: sendComplaint,
    screen: '/complainPageNext',
    needs: ['order'],
    async run(bench) {
      const start = recordOf(await bench.ask(openComplaint, { orderId: bench.backend.orderId }));
      const type = rowsOf(start.problemType).find(({ value }) => String(value) !== '1') ?? {};
      const words = `Prueba del kit ${Date.now()}`;
      const wire = {
        problemType: String(type.value ?? '2'),
        problemSonType: '',
        problemDetail: words,
        problemImage: '',
        orderNo: bench.backend.orderNumber,
      };
      await refusals(bench, sendComplaint, wire);
      for (const [name, problemDetail] of [
        ['an empty complaint is refused', ''],
        ['a complaint above 200 characters is refused', 'a'.repeat(201)],
      ] as const) {
        await bench.check(name, async () =>
          refusalProblem(await bench.ask(sendComplaint, { ...wire, problemDetail }), sendComplaint),
        );
      }
      await shown(bench, sendComplaint, wire);
      await bench.check('what was filed is in the list', async () => {
        const { tabs } = recordOf(await bench.ask(readComplaints, {}));
        const entries = rowsOf(tabs).flatMap(({ items }) => rowsOf(items));
        return entries.some(({ content }) => content === words) ? null : 'it is not';
      });
    },
  },
  {
    call: readComplaints,
    screen: '/complaintList',
    async run(bench) {
      await usual(bench, readComplaints, {});
    },
  },
  {
    call: readComplaint,
    screen: '/complainDetails',
    async run(bench) {
      const { tabs } = recordOf(await bench.ask(readComplaints, {}));
      const [entry] = rowsOf(tabs).flatMap(({ items }) => rowsOf(items));
      const problemId = String(entry?.id ?? '');
      const data = recordOf(await usual(bench, readComplaint, { problemId }));
      await bench.check('it is the complaint that was asked for', () => {
        if (String(data.problemId) !== problemId) return 'problemId is another one';
        return data.content === entry?.content ? null : 'content is not that of the list';
      });
    },
  },
  {
    call: readContacts,
    screen: '/customerService',
    async run(bench) {
      const data = recordOf(await usual(bench, readContacts, { overall: 30 }));
      await bench.check('there is a way to reach a person', () =>
        data.phone || data.va || data.email ? null : 'phone, va and email are all empty',
      );
    },
  },
  {
    call: readPromotionTemplate,
    screen: '/registerTemplate',
    async run(bench) {
      const { templateId } = bench.backend;
      const answer = await usual(bench, readPromotionTemplate, { templateId });
      const data = recordOf(answer);
      await opensToVisitors(bench, readPromotionTemplate, { templateId });
      await bench.check('it is the template that was asked for', () =>
        String(data.id) === templateId ? null : 'id is another one',
      );
      await bench.check('a template that does not exist is refused', async () =>
        refusalProblem(
          await bench.ask(readPromotionTemplate, { templateId: 'no-such-template' }),
          readPromotionTemplate,
        ),
      );
    },
  },
  {
    call: trackVisit,
    screen: '/registerTemplate',
    async run(bench) {
      await present(bench, trackVisit, visitOf(bench.backend));
      await opensToVisitors(bench, trackVisit, visitOf(bench.backend));
    },
  },
  {
    call: trackClick,
    screen: '/registerTemplate',
    async run(bench) {
      const wire = { ...visitOf(bench.backend), phone: bench.backend.phone };
      await present(bench, trackClick, wire);
      await opensToVisitors(bench, trackClick, wire);
    },
  },
  {
    call: startPromotionVisit,
    screen: '/registerTemplate',
    async run(bench) {
      const wire = { id: bench.backend.templateId };
      const { sid } = recordOf(await usual(bench, startPromotionVisit, wire));
      await opensToVisitors(bench, startPromotionVisit, wire);
      await bench.check('every visit has its own sid', async () => {
        const next = recordOf(await bench.ask(startPromotionVisit, wire)).sid;
        return next === sid ? 'two visits have the same' : null;
      });
    },
  },
  {
    call: readCaptcha,
    screen: '/registerTemplate',
    async run(bench) {
      const { templateId } = bench.backend;
      const { sid } = recordOf(await bench.ask(startPromotionVisit, { id: templateId }));
      const wire = { sid: String(sid ?? ''), a: Date.now(), id: templateId };
      const answer = await present(bench, readCaptcha, wire);
      await refusals(bench, readCaptcha, wire);
      await opensToVisitors(bench, readCaptcha, wire);
      await bench.check('it is an image', () => {
        if (!/^image\//.test(answer.contentType)) return `Content-Type is ${answer.contentType || 'missing'}`;
        return answer.byteCount > 0 ? null : 'it is empty';
      });
      // A sandbox that accepts a known text may always show the same image.
      if (bench.backend.captcha === null) {
        await bench.check('another image shows something else', async () => {
          const next = await bench.ask(readCaptcha, { ...wire, a: Date.now() + 1 });
          return next.digest === answer.digest ? 'two images in turn are the same' : null;
        });
      }
      await bench.check(unknownVisit, async () =>
        refusalProblem(await bench.ask(readCaptcha, { ...wire, sid: 'no-such-visit' }), readCaptcha),
      );
    },
  },
  { call: requestRegistrationCode, screen: '/registerTemplate', run: askForCode },
  { call: registerBorrower, screen: '/registerTemplate', run: register },
];

async function payByCard(bench: Bench): Promise<void> {
  const payment = await cardPaymentOf(bench);
  await refusals(bench, payWithCard, payment);
  for (const [name, change] of [
    ['an amount of 0 is refused', { amount: 0 }],
    ['an amount far above what is due is refused', { amount: 90_000_000_000 }],
    ['a token that was not given is refused', { repayToken: 'no-such-token' }],
    ['a card of somebody else is refused', { cardId: 'no-such-card' }],
  ] as const) {
    await bench.check(name, async () =>
      refusalProblem(await bench.ask(payWithCard, { ...payment, ...change }), payWithCard),
    );
  }
  const answer = await shown(bench, payWithCard, payment);
  const { repaymentRecordId } = recordOf(answer);
  await bench.check('the same token pays once', async () => {
    const again = await bench.ask(payWithCard, payment);
    if (!again.result.success) return null;
    const isSame = repaymentRecordId && recordOf(again).repaymentRecordId === repaymentRecordId;
    return isSame ? null : 'the second payment was taken too';
  });
}

async function confirmByCode(bench: Bench): Promise<void> {
  const payment = await cardPaymentOf(bench);
  const started = recordOf(await bench.ask(payWithCard, payment));
  const repaymentRecordId = String(started.repaymentRecordId ?? '');
  const { orderId, smsCode } = bench.backend;
  const wire = { orderId, verifyCode: '000000', repaymentRecordId };
  await present(bench, confirmCardPayment, wire);
  await refusals(bench, confirmCardPayment, wire);
  if (Number(started.needValid) !== 1) return;
  await bench.check('a wrong code is refused as 800006', async () => {
    const answer = await bench.ask(confirmCardPayment, wire);
    return refusalProblem(answer, confirmCardPayment, '800006');
  });
  if (smsCode === null) return;
  await bench.check('the right code confirms, and once', async () => {
    const confirmed = await bench.ask(confirmCardPayment, { ...wire, verifyCode: smsCode });
    if (!confirmed.result.success) return refusedWords(confirmed);
    return refusalProblem(
      await bench.ask(confirmCardPayment, { ...wire, verifyCode: smsCode }),
      confirmCardPayment,
    );
  });
}

async function askForCode(bench: Bench): Promise<void> {
  const { backend } = bench;
  const wire = { ...(await registrantOf(bench)), capcode: backend.captcha ?? '' };
  await present(bench, requestRegistrationCode, { ...wire, capcode: 'zzzz' });
  await bench.check('a wrong captcha is refused as 101', async () => {
    const fresh = { ...(await registrantOf(bench)), capcode: 'zzzz' };
    return refusalProblem(await bench.ask(requestRegistrationCode, fresh), requestRegistrationCode, '101');
  });
  await withoutCaptcha(bench, requestRegistrationCode, async () => ({
    ...(await registrantOf(bench)),
    capcode: 'zzzz',
  }));
  if (backend.captcha === null) return;
  await shown(bench, requestRegistrationCode, { ...(await registrantOf(bench)), capcode: backend.captcha });
}

async function register(bench: Bench): Promise<void> {
  const { backend } = bench;
  const wireOf = async () => ({
    ...(await registrantOf(bench)),
    capcode: backend.captcha ?? 'zzzz',
    smsCode: '000000',
    merchantNumber: backend.merchantNumber,
    userName: backend.phone,
    invite_code: '',
  });
  await present(bench, registerBorrower, await wireOf());
  await bench.check('a wrong captcha is refused as -1', async () => {
    const answer = await bench.ask(registerBorrower, { ...(await wireOf()), capcode: 'zzzz' });
    const code = isRecord(answer.body) ? String(answer.body.code) : '';
    return refusalProblem(answer, registerBorrower) ?? (code === '-1' ? null : `the code is ${code}`);
  });
  await withoutCaptcha(bench, registerBorrower, async () => ({ ...(await wireOf()), capcode: 'zzzz' }));
  const { captcha, smsCode } = backend;
  if (captcha === null || smsCode === null) return;
  await bench.check('the right code registers, or says that the number is known', async () => {
    const wire = { ...(await wireOf()), capcode: captcha, smsCode };
    await bench.ask(requestRegistrationCode, wire);
    const { result } = await bench.ask(registerBorrower, wire);
    return result.success || result.code === '11' ? null : `it was refused with ${result.code}`;
  });
}

const unknownVisit = 'a visit that was not started is refused';

/** Checks of registration that need no captcha: who may register, and that no SMS is sent without one. */
async function withoutCaptcha(
  bench: Bench,
  call: typeof requestRegistrationCode | typeof registerBorrower,
  wireOf: () => Promise<Wire>,
): Promise<void> {
  await refusals(bench, call, await wireOf());
  await opensToVisitors(bench, call, await wireOf());
  for (const [name, change] of [
    [unknownVisit, { sid: 'no-such-visit' }],
    ['an empty captcha is refused', { capcode: '' }],
    ['a number that is none is refused', { phone: '12', userName: '12' }],
  ] as const) {
    await bench.check(name, async () =>
      refusalProblem(await bench.ask(call, { ...(await wireOf()), ...change }), call),
    );
  }
  await bench.check('whether a number is known is not told without its code', async () => {
    const { body } = await bench.ask(call, await wireOf());
    return isRecord(body) && String(body.code) === '11' ? 'it was refused with 11' : null;
  });
}

/** Checks that a visitor without a session gets the same answer. */
async function opensToVisitors(bench: Bench, call: Call, wire: Wire): Promise<void> {
  await bench.check('a visitor needs no session', async () => {
    const { status, result } = await bench.ask(call, wire, { as: null });
    return status === 401 || (!result.success && result.errorCode === 'session-required')
      ? 'a session is asked for'
      : null;
  });
}

/** Checks that apply to every call that returns data. */
async function usual(bench: Bench, call: Call, wire: Wire): Promise<Answer> {
  const answer = await shown(bench, call, wire);
  await refusals(bench, call, wire);
  return answer;
}

async function present(bench: Bench, call: Call, wire: Wire): Promise<Answer> {
  const answer = await bench.ask(call, wire);
  await bench.check(presence, () => absenceProblem(answer, call));
  await bench.check('in time', () =>
    answer.durationMs > (bench.backend.longestMs ?? longestMs) ? 'it took more than 10 seconds' : null,
  );
  return answer;
}

function absenceProblem({ status, result, reading }: Answer, call: Call): string | null {
  if (status === null) {
    const isLate = !result.success && result.failure === 'timeout';
    return isLate ? 'nothing came in time' : 'it cannot be reached';
  }
  if (status === 404 && !reading) return 'there is nothing at its path (404)';
  if (status === 405) return 'its path does not take its method (405)';
  if (status >= 500) return `it failed with ${status}`;
  return call.envelope && !reading ? `it answers, but in another envelope (${status})` : null;
}

/** Checks that the optional calls announced by an answer exist. They are asked without a session, so that nothing changes. */
async function announced(bench: Bench, data: unknown): Promise<void> {
  for (const call of optionalCalls) {
    const field = call.announcedBy?.find((path) => hasValueAt(data, path.split('.')));
    if (field === undefined) continue;
    const { request = {} } = optionalExamples[call.name as keyof typeof optionalExamples] ?? {};
    await bench.check(announcement, async () => {
      const problem = absenceProblem(await bench.ask(call, request, { as: null }), call);
      return problem && `${field} announces ${call.name}: ${problem}`;
    });
  }
}

function hasValueAt(part: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return Boolean(part);
  if (!isRecord(part)) return false;
  const name = step.replace('[]', '');
  const value = part[name];
  if (name === step) return hasValueAt(value, rest);
  return Array.isArray(value) && value.some((row) => hasValueAt(row, rest));
}

async function shown(bench: Bench, call: Call, wire: Wire): Promise<Answer> {
  const answer = await present(bench, call, wire);
  const { result, reading } = answer;
  await bench.check(readability, () => {
    if (result.success) return null;
    if (result.failure === 'refused') return refusedWords(answer);
    const schema = wireSchema(call.response, 'tolerated');
    const [first] = reading?.success ? schemaProblems(reading.data, schema) : [];
    return first ?? `its answer cannot be read (${result.failure})`;
  });
  if (!reading?.success) return answer;
  await announced(bench, reading.data);
  await tolerated(bench, answer);
  if (call.envelope === null || call.response instanceof z.ZodUnknown) return answer;
  await bench.check('strict schema', () => {
    const notice = answer.tolerances.filter(({ id }) => !ofWhole.has(id)).map(({ says }) => says);
    const problems = schemaProblems(reading.data, wireSchema(call.response));
    return worded(problems.filter((problem) => !notice.some((says) => isAboutSame(says, problem))));
  });
  return answer;
}

/** Problems of a whole answer, which have checks of their own. */
const ofWhole: ReadonlySet<ToleranceId> = new Set([
  'answer-missing',
  'answer-unread',
  'refusal-outside',
  'message-own',
]);

/** Deviations that the pages accept although they are faults of the answer. */
async function tolerated(bench: Bench, { tolerances: taken }: Answer): Promise<void> {
  for (const [id, each] of Map.groupBy(taken, ({ id }) => id)) {
    const { title, isHarmless } = tolerances[id];
    if (!isHarmless && !ofWhole.has(id))
      await bench.check(title, () => worded([...new Set(each.map(({ says }) => says))]));
  }
}

/** Whether two problems concern the same field, or one a part of the other's. */
function isAboutSame(said: string, problem: string): boolean {
  const [field = ''] = said.split(' ');
  return (
    problem.startsWith(`${field} `) || problem.startsWith(`${field}.`) || problem.startsWith(`${field}[`)
  );
}

/** Checks that the call refuses what it must not answer. */
async function refusals(bench: Bench, call: Call, wire: Wire): Promise<void> {
  const { ask, backend } = bench;
  const refused = (name: string, way: Parameters<typeof ask>[2], changed: Wire = wire) =>
    bench.check(name, async () => refusalProblem(await ask(call, changed, way), call));
  if (call.session === 'required') {
    await refused('nobody is refused', { as: null });
    await refused('an unknown session is refused', { as: { sessionId: 'no-such-session' } });
    await bench.check('a session that is over asks to sign in', async () => {
      const { status, result } = await ask(call, wire, { as: { sessionId: 'no-such-session' } });
      if (result.success || result.failure !== 'refused') return null;
      return status === 401 || result.errorCode === 'session-required'
        ? null
        : `the refusal has neither status 401 nor code 401, nor one of SESSION_OVER_CODES (${refusedCode(status, result)})`;
    });
    await refused('another device is refused', { as: { deviceId: 'another-device' } });
    await refused('another user is refused', { as: { userId: 'another-user' } });
  }
  for (const [field, others, missing] of [
    ['orderId', backend.otherOrderId, '00000000-0000-4000-8000-000000000000'],
    ['orderNo', backend.otherOrderNumber, 'no-such-order'],
  ] as const) {
    if (!wire[field] || call.session === 'none') continue;
    await refused('a loan that does not exist is refused', {}, { ...wire, [field]: missing });
    if (others) await refused('another borrower’s loan is refused', {}, { ...wire, [field]: others });
  }
  if (call.encoding === 'json') {
    const alter = (request: Request) => new Request(request, { body: '{"orderId":' });
    await refused('a malformed body is refused', { alter });
  }
  const { required = [] } = wireSchema(call.request);
  const [field] = call.encoding === 'multipart' ? [] : required;
  if (field !== undefined) {
    await refused('a missing field is refused', { alter: (request) => without(request, call, wire, field) });
  }
}

function without(request: Request, call: Call, wire: Wire, field: string): Request {
  const url = new URL(request.url);
  url.searchParams.delete(field);
  if (call.encoding === 'query') return new Request(url, request);
  const { [field]: _left, ...rest } = wire;
  const body =
    call.encoding === 'json'
      ? JSON.stringify(rest)
      : new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]));
  return new Request(request, { body });
}

/** The problem of a refusal: it succeeded, it failed with a server error, or it has no envelope with a message to show. */
function refusalProblem({ status, reading, body }: Answer, call: Call, code?: string): string | null {
  if (status === null) return 'nothing was answered';
  if (status >= 500) return `it failed with ${status}`;
  if (!call.envelope) return status < 400 ? wasAnswered : null;
  if (!reading) return `the refusal is not in the call’s envelope (${status})`;
  if (reading.success) return wasAnswered;
  if (reading.message.trim() === '') return 'the refusal has no message';
  if (isRecord(body) && body.data !== undefined && body.data !== null) return 'the refusal carries data';
  if (code !== undefined && reading.code !== code) return `the code is ${reading.code}, not ${code}`;
  return null;
}

function refusedWords({ status, result }: Answer): string {
  return `it was refused with ${refusedCode(status, result)}`;
}

function refusedCode(status: Answer['status'], { code }: Answer['result']): string {
  return `${status}${code ? ` and code ${code}` : ''}`;
}

const loanOf = ({ productId, orderId }: CheckedBackend): Wire => ({ productId, orderId });

const visitOf = ({ templateId }: CheckedBackend): Wire => ({
  page_id: templateId,
  client_type: 'android',
  page_type: 1,
  app_from: 'kit',
  user_from: '',
  utm_tag: '',
});

async function registrantOf({ ask, backend }: Bench): Promise<Wire> {
  const { templateId, phone } = backend;
  const sid = String(recordOf(await ask(startPromotionVisit, { id: templateId })).sid ?? '');
  await ask(readCaptcha, { sid, a: Date.now(), id: templateId });
  return {
    phone,
    sid,
    deviceId: sid,
    appName: 'kit',
    app_from: '',
    user_from: '',
    utm_tag: '',
    id: templateId,
  };
}

async function dueOf({ ask, backend }: Bench): Promise<number> {
  return Number(recordOf(await ask(readRepayment, loanOf(backend))).repayAmount) || 0;
}

/** Pays the amount due with the first saved card and a fresh token. */
async function cardPaymentOf(bench: Bench): Promise<Wire> {
  const { orderId } = bench.backend;
  const ways = recordOf(await bench.ask(readSavedCards, { orderId }));
  const [card = {}] = rowsOf(ways.bankCards);
  return {
    orderId,
    amount: await dueOf(bench),
    cardId: String(card.id ?? ''),
    cardNo: String(card.cardNo ?? ''),
    bankName: String(card.bankName ?? ''),
    bankCode: String(card.bankCode ?? ''),
    repayToken: String(ways.repayToken ?? ''),
    sendMsg: 1,
  };
}

const recordOf = ({ reading }: Answer): Record<string, unknown> =>
  reading?.success && isRecord(reading.data) ? reading.data : {};

const rowsOf = (rows: unknown): Record<string, unknown>[] =>
  Array.isArray(rows) ? rows.filter(isRecord) : [];

function worded(problems: readonly string[]): string | null {
  if (problems.length === 0) return null;
  const more = problems.length - problemsMax;
  return problems.slice(0, problemsMax).join('; ') + (more > 0 ? `; and ${more} more` : '');
}
