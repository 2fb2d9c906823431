import { expect, test } from 'vitest';
import { z } from 'zod';
import { allCalls } from './all-calls.ts';

interface Row {
  /** Method, client as encoding, envelope, path. */
  readonly call: string;
  readonly sends: string;
  readonly reads: string;
  /** Our additions, which a backend that does not know them leaves out. */
  readonly adds?: string;
}

/** `under('a[]', 'b c')` is `a[].b a[].c`: `[]` descends into a list. */
function under(path: string, names: string): string {
  return names.replaceAll(/\S+/g, (name) => `${path}.${name}`);
}

const order = 'orderNo productLogo productName status isShow rows[].title rows[].value';
const channel = under('repayList[].list[]', 'logo desc payCode vCode BARcodeImg');
const channelAdditions = under('repayList[].list[]', 'kind title codeLabel holderName bankCode payLink');
const origin = 'app_from user_from utm_tag';

/** Sections 3 and 7 of the specification, spelled as there. */
const table: readonly Row[] = [
  {
    call: 'POST json/json v3 /v3/loan-details/contract-detail',
    sends: 'orderNo',
    reads: `username productName mount daiDate planDate contractAmount commission Interest IVA giveAmount
      userAddress contractDate company`,
    adds: 'accepted',
  },
  {
    call: 'POST form/form generic /user-problem/problem-init',
    sends: 'orderId',
    reads: `${under('problemType[]', 'title value')} ${under('problemSonType[]', 'title value')}
      ${under('orderDetail', order)} ${under('orderList[]', order)}`,
  },
  {
    call: 'POST form/form generic /user-problem/problem-list',
    sends: '',
    reads: `tabs[].title ${under('tabs[].items[]', 'id time type content')}`,
    adds: `tab cursor tabs[].tab tabs[].nextCursor ${under('tabs[].items[]', 'folio state')}`,
  },
  {
    call: 'POST form/form generic /user-problem/problem-detail',
    sends: 'problemId',
    reads: 'type sonType problemId content images disposeDetail disposeImages isNeedScore',
    adds: `folio orderNo score ${under('progress[]', 'state time')}`,
  },
  {
    call: 'POST form/form generic /user-problem/problem-save',
    sends: 'problemType problemSonType problemDetail problemImage orderNo',
    reads: '',
    adds: 'problemId folio',
  },
  {
    call: 'POST form/multipart generic /user-problem/upload-problem-img',
    sends: 'problemImage',
    reads: 'url',
  },
  {
    call: 'POST form/form generic /user-problem/get-whatsapp',
    sends: 'overall',
    reads: 'phone va email',
  },
  {
    call: 'POST form/query pay-way /api/v1/youmi/youmi-api/service/loan/repayment-way',
    sends: 'orderId',
    reads: `alipay repayToken ${under('bankCards[]', 'id bankName cardNo bankCode')}`,
    adds: 'openPayment',
  },
  {
    call: 'POST form/form pay-way /api/v1/youmi/youmi-api/service/loan/repayment-commit',
    sends: 'amount bankName cardId cardNo couponId orderId repayToken bankCode sendMsg',
    reads: 'needValid',
    adds: 'repaymentRecordId isPending',
  },
  {
    call: 'POST form/form pay-way /api/v1/youmi/youmi-api/service/loan/repayment-huichao',
    sends: 'userId orderId amount',
    reads: 'url',
  },
  {
    call: 'POST form/form pay-way /api/v1/youmi/youmi-api/service/loan/repayment-confirm',
    sends: 'orderId verifyCode repaymentRecordId',
    reads: '',
    adds: 'isPending',
  },
  {
    call: 'GET form/query channel-template /api/v2/youmi/service/channel/channel-template',
    sends: 'templateId',
    reads: 'id',
    adds: 'language market color heading line',
  },
  {
    call: 'GET form/query promotion /api/v2/youmi/promotion/track-visit',
    sends: `page_id client_type page_type ${origin}`,
    reads: '',
  },
  { call: 'GET form/query promotion /api/v2/youmi/promotion/get-sid', sends: '', reads: 'sid' },
  {
    call: 'GET form/query image /api/v2/youmi/promotion/get-captcha',
    sends: 'sid a',
    reads: '',
    adds: 'kind id',
  },
  {
    call: 'POST form/form promotion /api/v2/youmi/promotion/get-sms',
    sends: `phone capcode sid deviceId appName ${origin}`,
    reads: '',
    adds: 'id',
  },
  {
    call: 'GET form/query promotion /api/v2/youmi/promotion/track-click',
    sends: `page_id client_type page_type phone ${origin}`,
    reads: '',
  },
  {
    call: 'POST form/form promotion /api/v2/youmi/promotion/register',
    sends: `phone capcode sid deviceId appName merchantNumber userName smsCode invite_code id ${origin}`,
    reads: '',
  },
  {
    call: 'POST json/json v3 /v3/installment/loan-play-detail',
    sends: 'productId orderId',
    reads: `repayAmount productName repayDate productLogo ${under('detail[]', 'text value')}
      repayList[].reviewer ${channel} noticeMsg`,
    adds: channelAdditions,
  },
  {
    call: 'POST json/json v3 /v3/installment/loan-play-delay-detail',
    sends: 'productId orderId',
    reads: `productLogo productName ${under('delayInfo', 'reviewer delayAmount delayTime')}
      ${under('repayPlan[]', 'title time')} repayList[].title ${channel} noticeMsg note`,
    adds: `${channelAdditions} days options[]`,
  },
  {
    call: 'POST json/json v3 /v3/loan-details/generate-vcode',
    sends: 'productId orderId amount payCode requestType',
    reads: `topLogo ${under('repayDetail', 'amount repayTitle repayDes repayCode vCode companyName')}
      ${under('dataList[]', 'title content')} ${under('imgList[]', 'title eMail content')} bottomLogo`,
  },
  {
    call: 'POST json/json v3 /v3/loan-confirm/loan-detail-confirm',
    sends: 'productId isType',
    reads: `firstPayTime amount periods termUnit isNeedPop sendSms ${under('details[]', 'text value')}
      ${under('repay_plans[]', 'title description amount pay_time')} loanRate ratemsg amountDec isNewContract
      messageType comProductLogo comProductName couNum`,
    adds: 'quote',
  },
  {
    call: 'POST json/json v3 /v3/loan-confirm/loan-detail-push',
    sends: 'amount periods termUnit productId',
    reads: 'lendDetailsUrl',
    adds: 'quoteId',
  },
  {
    call: 'POST json/json v3 /v3/loan-details/loan-details',
    sends: 'productId orderId',
    reads: `orderStatus noticeStatusText noticeDesText productName productLogo
      ${under('userOrderDetail.detail[]', 'text value')} inside isScore h5Url isDelay isNewContract`,
    adds: 'balance notices[]',
  },
  {
    call: 'POST json/json v3 /v3/loan-details/google-score',
    sends: 'score',
    reads: '',
    adds: 'orderId problemId',
  },
];

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** Every innermost field of the wire side of a codec. */
function wireFieldsOf(codec: z.ZodType): string[] {
  const paths = new Set<string>();
  const walk = (schema: Schema, path: string): void => {
    for (const part of schema.anyOf ?? []) walk(part, path);
    for (const [name, part] of Object.entries(schema.properties ?? {}))
      walk(part, path ? `${path}.${name}` : name);
    if (schema.items) walk(schema.items, `${path}[]`);
    if (!schema.anyOf && !schema.properties && !schema.items) paths.add(path.replace(/\[\]$/, ''));
  };
  walk(z.toJSONSchema(codec, { io: 'input', unrepresentable: 'any' }) as Schema, '');
  const isInnermost = (path: string): boolean =>
    path !== '' && ![...paths].some((other) => other.startsWith(`${path}.`) || other.startsWith(`${path}[`));
  return [...paths].filter(isInnermost).sort();
}

const wordsOf = (text = ''): string[] => text.split(/\s+/).filter((word) => word !== '');

test('[CALL-6] there are 25 calls, each once, in the order of the specification', () => {
  expect(allCalls.map(({ path }) => path)).toEqual(table.map(({ call }) => wordsOf(call)[3]));
  expect(new Set(allCalls.map(({ path }) => path)).size).toBe(25);
  expect(new Set(allCalls.map(({ name }) => name)).size).toBe(25);
});

test.each(table)('[CALL-5] [CALL-6] $call', ({ call: declared, sends, reads, adds }) => {
  const call = allCalls.find(({ path }) => path === wordsOf(declared)[3]);
  if (!call) throw new Error('missing');
  const envelope = call.envelope?.name ?? 'image';
  expect(`${call.method} ${call.client}/${call.encoding} ${envelope} ${call.path}`).toBe(declared);

  const additions = wordsOf(adds);
  const isAddition = (path: string): boolean =>
    additions.some((addition) => path === addition || path.startsWith(`${addition}.`));
  const sent = wireFieldsOf(call.request);
  const read = wireFieldsOf(call.response);
  expect(sent.filter((path) => !isAddition(path))).toEqual(wordsOf(sends).sort());
  expect(read.filter((path) => !isAddition(path))).toEqual(wordsOf(reads).sort());
  for (const addition of additions) expect([...sent, ...read].join(' ')).toContain(addition);
});

test('only the promotion calls need no session', () => {
  const withoutSession = allCalls.filter(({ session }) => session === 'none');
  expect(withoutSession.map(({ path }) => path)).toEqual(
    allCalls.map(({ path }) => path).filter((path) => path.startsWith('/api/v2/youmi/')),
  );
});
