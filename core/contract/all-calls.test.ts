import { expect, test } from 'vitest';
import { z } from 'zod';
import { wireSamples } from '#fixtures/wire-samples.ts';
import { allCalls } from './all-calls.ts';
import type { Call } from './call.ts';
import { wireSchema } from './openapi-schema.ts';

interface Row {
  /** Method, client as encoding, envelope, path. */
  readonly call: string;
  /** Each field by its wire name; `wire=ours` where we call it otherwise, `wire=` where it says nothing to us. */
  readonly sends: string;
  readonly reads: string;
}

/** `under('a[]', 'b c=d', 'x[]')` is `a[].b=x[].b a[].c=x[].d`: `[]` descends into a list. */
function under(path: string, names: string, oursPath = path): string {
  const oursPrefix = oursPath && `${oursPath}.`;
  return fieldsOf(names)
    .map(([wire, ours]) => `${path}.${wire}=${oursPrefix}${ours}`)
    .join(' ');
}

/** The wire's name of each field, and ours. */
function fieldsOf(names = ''): (readonly [wire: string, ours: string])[] {
  return wordsOf(names).map((word) => {
    const [wire = '', ours = wire] = word.split('=');
    return [wire, ours];
  });
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

const wireNamesOf = (names?: string): string[] => fieldsOf(names).map(([wire]) => wire);

const rows = 'rows[].title=details[].label rows[].value=details[].value';
const order = `orderNo=orderNumber productLogo productName status isShow=allowsCollection ${rows}`;
const channels = ['repayList[].list[]', 'channelGroups[].channels[]'] as const;
const channel = under(
  channels[0],
  'logo desc=description payCode vCode=codeImage BARcodeImg=barcodeImage',
  channels[1],
);
const origin = 'app_from=appFrom user_from=userFrom utm_tag=utmTag';

/** Sections 3 and 7 of the specification, spelled as there. */
const table: readonly Row[] = [
  {
    call: 'POST json/json v3 /v3/loan-details/contract-detail',
    sends: 'orderNo=orderNumber',
    reads: `username=borrowerName productName mount=amountMinor daiDate=disbursalDate planDate=repaymentDate
      contractAmount=contractAmountMinor commission=feeMinor Interest=interestMinor IVA=vatMinor
      giveAmount=disbursedMinor userAddress=borrowerAddress contractDate=agreementDate company=lenderName`,
  },
  {
    call: 'POST form/form generic /user-problem/problem-init',
    sends: 'orderId',
    reads: `${under('problemType[]', 'title value=typeId', 'types[]')}
      ${under('problemSonType[]', 'title value=typeId', 'collectionSubtypes[]')}
      ${under('orderDetail', order, 'order')} ${under('orderList[]', order, 'orders[]')}`,
  },
  {
    call: 'POST form/form generic /user-problem/problem-list',
    sends: '',
    reads: `tabs[].title ${under('tabs[].items[]', 'id=complaintId time type content', 'tabs[].entries[]')}`,
  },
  {
    call: 'POST form/form generic /user-problem/problem-detail',
    sends: 'problemId=complaintId',
    reads: `type sonType=subtype problemId=complaintId content images disposeDetail=reply
      disposeImages=replyImages isNeedScore=asksForRating`,
  },
  {
    call: 'POST form/form generic /user-problem/problem-save',
    sends: `problemType=typeId problemSonType=subtypeId problemDetail=content problemImage=images
      orderNo=orderNumber`,
    reads: '',
  },
  {
    call: 'POST form/multipart generic /user-problem/upload-problem-img',
    sends: 'problemImage=image',
    reads: 'url=link',
  },
  {
    call: 'POST form/form generic /user-problem/get-whatsapp',
    sends: 'overall=',
    reads: 'phone va=whatsapp email',
  },
  {
    call: 'POST form/query pay-way /api/v1/youmi/youmi-api/service/loan/repayment-way',
    sends: 'orderId',
    reads: `alipay=offersPaymentPage repayToken
      ${under('bankCards[]', 'id=cardId bankName cardNo=cardNumber bankCode', 'cards[]')}`,
  },
  {
    call: 'POST form/form pay-way /api/v1/youmi/youmi-api/service/loan/repayment-commit',
    sends: `amount=amountMinor bankName cardId cardNo=cardNumber couponId orderId repayToken bankCode
      sendMsg=asksForCode`,
    reads: 'needValid=needsCode',
  },
  {
    call: 'POST form/form pay-way /api/v1/youmi/youmi-api/service/loan/repayment-huichao',
    sends: 'userId orderId amount=amountMinor',
    reads: 'url=link',
  },
  {
    call: 'POST form/form pay-way /api/v1/youmi/youmi-api/service/loan/repayment-confirm',
    sends: 'orderId verifyCode=code repaymentRecordId=repaymentId',
    reads: '',
  },
  {
    call: 'GET form/query channel-template /api/v2/youmi/service/channel/channel-template',
    sends: 'templateId',
    reads: 'id=templateId',
  },
  {
    call: 'GET form/query promotion /api/v2/youmi/promotion/track-visit',
    sends: `page_id=pageId client_type=clientType page_type= ${origin}`,
    reads: '',
  },
  {
    call: 'GET form/query promotion /api/v2/youmi/promotion/get-sid',
    sends: '',
    reads: 'sid=registrationId',
  },
  {
    call: 'GET form/query image /api/v2/youmi/promotion/get-captcha',
    sends: 'sid=registrationId a=requestedAtMs',
    reads: '',
  },
  {
    call: 'POST form/form promotion /api/v2/youmi/promotion/get-sms',
    sends: `phone capcode=captchaText sid=registrationId deviceId appName ${origin}`,
    reads: '',
  },
  {
    call: 'GET form/query promotion /api/v2/youmi/promotion/track-click',
    sends: `page_id=pageId client_type=clientType page_type= phone ${origin}`,
    reads: '',
  },
  {
    call: 'POST form/form promotion /api/v2/youmi/promotion/register',
    sends: `phone capcode=captchaText sid=registrationId deviceId= appName merchantNumber userName= smsCode
      invite_code=inviteCode id=templateId ${origin}`,
    reads: '',
  },
  {
    call: 'POST json/json v3 /v3/installment/loan-play-detail',
    sends: 'productId orderId',
    reads: `repayAmount=amountMinor productName repayDate=date productLogo
      ${under('detail[]', 'text=label value', 'details[]')}
      repayList[].reviewer=channelGroups[].title ${channel} noticeMsg=notice`,
  },
  {
    call: 'POST json/json v3 /v3/installment/loan-play-delay-detail',
    sends: 'productId orderId',
    reads: `productLogo productName
      ${under('delayInfo', 'reviewer=feeTitle delayAmount=amountMinor delayTime=newDueDate', '')}
      ${under('repayPlan[]', 'title time=date', 'plan[]')}
      repayList[].title=channelGroups[].title ${channel} noticeMsg=notice note`,
  },
  {
    call: 'POST json/json v3 /v3/loan-details/generate-vcode',
    sends: 'productId orderId amount=amountMinor payCode requestType=purpose',
    reads: `topLogo
      ${under('repayDetail', 'amount=amountMinor repayTitle=title repayDes=text repayCode=payCode', '')}
      ${under('repayDetail', 'vCode=codeImage companyName', '')}
      ${under('dataList[]', 'title content=lines', 'sections[]')}
      ${under('imgList[]', 'title eMail=contact content=images', 'imageSections[]')} bottomLogo`,
  },
  {
    call: 'POST json/json v3 /v3/loan-confirm/loan-detail-confirm',
    sends: 'productId isType=isReload',
    reads: `firstPayTime=firstPaymentDate amount=amountMinor periods=term.count termUnit=term.unit
      isNeedPop=needsReload sendSms=sendsSms ${under('details[]', 'text=label value')}
      ${under('repay_plans[]', 'title description amount=amountMinor pay_time=date', 'plan[]')}
      loanRate=dailyRate ratemsg=rateNote amountDec=amountDescription isNewContract=agreementLink
      messageType comProductLogo=productLogo comProductName=productName couNum=couponCount`,
  },
  {
    call: 'POST json/json v3 /v3/loan-confirm/loan-detail-push',
    sends: 'amount=amountMinor periods=term.count termUnit=term.unit productId',
    reads: 'lendDetailsUrl=detailLink',
  },
  {
    call: 'POST json/json v3 /v3/loan-details/loan-details',
    sends: 'productId orderId',
    reads: `orderStatus=status noticeStatusText=statusTitle noticeDesText=statusDescription productName
      productLogo ${under('userOrderDetail.detail[]', 'text=label value', 'details[]')}
      inside=opensInside isScore=canRate h5Url=moreLink isDelay=isExtendable isNewContract=agreementLink`,
  },
  {
    call: 'POST json/json v3 /v3/loan-details/google-score',
    sends: 'score',
    reads: '',
  },
];

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** Every innermost field of the wire side of a codec. */
function wireFieldsOf(codec: z.core.$ZodType): string[] {
  const paths = new Set<string>();
  const walk = (schema: Schema, path: string): void => {
    for (const part of schema.anyOf ?? []) walk(part, path);
    for (const [name, part] of Object.entries(schema.properties ?? {}))
      walk(part, path ? `${path}.${name}` : name);
    if (schema.items) walk(schema.items, `${path}[]`);
    if (!schema.anyOf && !schema.properties && !schema.items) paths.add(path.replace(/\[\]$/, ''));
  };
  walk(wireSchema(codec, 'tolerated') as Schema, '');
  const isInnermost = (path: string): boolean =>
    path !== '' && ![...paths].some((other) => other.startsWith(`${path}.`) || other.startsWith(`${path}[`));
  return [...paths].filter(isInnermost).sort();
}

function callOf({ call: declared }: Row): Call {
  const call = allCalls.find(({ path }) => path === wordsOf(declared)[3]);
  if (!call) throw new Error('missing');
  return call;
}

test('[CALL-6] there are 25 calls, each once, in the order of the specification', () => {
  expect(allCalls.map(({ path }) => path)).toEqual(table.map(({ call }) => wordsOf(call)[3]));
  expect(new Set(allCalls.map(({ path }) => path)).size).toBe(25);
  expect(new Set(allCalls.map(({ name }) => name)).size).toBe(25);
});

test.each(table)('[CALL-5] [CALL-6] $call', (row) => {
  const { call: declared, sends, reads } = row;
  const call = callOf(row);
  const envelope = call.envelope?.name ?? 'image';
  expect(`${call.method} ${call.client}/${call.encoding} ${envelope} ${call.path}`).toBe(declared);

  const [sent, read] = [wireFieldsOf(call.request), wireFieldsOf(call.response)];
  expect(sent).toEqual(expect.arrayContaining(wireNamesOf(sends)));
  expect(read).toEqual(expect.arrayContaining(wireNamesOf(reads)));
});

test.each(table)('[CALL-6] $call needs no field beyond the specification', (row) => {
  const { name, request, response, envelope } = callOf(row);
  const { request: sent, minimalResponse } = wireSamples[name as keyof typeof wireSamples]();
  const ofSpecification = leavesOf(sent).filter(([path]) => wireNamesOf(row.sends).includes(path));
  const isRead = (codec: z.core.$ZodType, wire: unknown) =>
    z.safeDecode(codec as z.core.$ZodType<unknown, unknown>, wire).success;
  expect(isRead(request, Object.fromEntries(ofSpecification))).toBe(true);
  if (!envelope || !minimalResponse) return;
  expect(isRead(response, minimalResponse)).toBe(true);
  const isDeclared = (path: string) =>
    wireNamesOf(row.reads).some(
      (name) =>
        path === '' || name === path || (/^[.[]/.test(name.slice(path.length)) && name.startsWith(path)),
    );
  expect(leavesOf(minimalResponse).filter(([path]) => !isDeclared(path))).toEqual([]);
});

type Tree = Readonly<Record<string, unknown>>;

const isLeaf = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || value instanceof Blob;

/** The value of each innermost field; of a list its first element stands for all. */
function leavesOf(value: unknown, path = ''): (readonly [path: string, value: unknown])[] {
  if (Array.isArray(value)) return value.length === 0 ? [[path, undefined]] : leavesOf(value[0], `${path}[]`);
  if (isLeaf(value)) return [[path.replace(/\[\]$/, ''), value]];
  return Object.entries(value as Tree).flatMap(([name, part]) =>
    leavesOf(part, (path && `${path}.${name}`) || name),
  );
}

/** The same with another value at one path. */
function changed(value: unknown, path: string, other: unknown): unknown {
  if (Array.isArray(value)) return value.map((part) => changed(part, path.replace(/^\[\]\.?/, ''), other));
  if (path === '') return other;
  const [, name = '', rest = ''] = /^([^.[]+)\.?(.*)$/.exec(path) ?? [];
  return { ...(value as Tree), [name]: changed((value as Tree)[name], rest, other) };
}

/** Values of every kind that a wire field may have. */
const others = [
  ...[
    'other',
    'overdue',
    'pending',
    'en',
    'IN',
    'pay-all',
    'everything',
    'penalty',
    'store',
    'plain',
    'apr',
    'ios',
    'not-found',
    'rejected',
    'expired',
    '#000000',
  ],
  ...[21, 0, 1, 2, false, undefined, new File(['other'], 'other.png')],
];

/** The fields of ours that follow one wire field, by the change that moves the fewest. */
function followersOf(codec: z.core.$ZodType, sample: unknown, path: string): string[] {
  const before = new Map(leavesOf(z.decode(codec as z.core.$ZodType<unknown, unknown>, sample)));
  const followers = others.flatMap((other) => {
    const read = z.safeDecode(codec as z.core.$ZodType<unknown, unknown>, changed(sample, path, other));
    if (!read.success) return [];
    const after = new Map(leavesOf(read.data));
    const moved = [...new Set([...before.keys(), ...after.keys()])].filter(
      (name) => !Object.is(before.get(name), after.get(name)),
    );
    return moved.length === 0 ? [] : [moved];
  });
  return followers.sort((one, another) => one.length - another.length)[0] ?? [];
}

/** What the samples leave out. */
const added: Readonly<Record<string, Parameters<(typeof wireSamples)['readLoan']>[0]>> = {
  readComplaint: { response: { disposeImages: ['/reply.jpg'] } },
  readComplaints: { request: { tab: 'open', cursor: '4021' } },
  sendRating: { request: { problemId: '4021' } },
};

test.each(table)('[CALL-6] every field of $call is the one of ours that the table says', (row) => {
  const { name, request, response, envelope } = callOf(row);
  const sample = wireSamples[name as keyof typeof wireSamples](added[name]);
  const check = (codec: z.core.$ZodType, wire: unknown, names: string): void => {
    const declared = new Map(fieldsOf(names));
    const followers = leavesOf(wire).map(([path]) => [path, followersOf(codec, wire, path)] as const);
    for (const [path, ours] of followers) {
      const name = declared.get(path);
      if (name === undefined) expect(ours, path).toHaveLength(1);
      else expect(ours, path).toEqual(name === '' ? [] : [name]);
    }
    const all = followers.flatMap(([, ours]) => ours);
    expect(all.filter((each, index) => all.indexOf(each) !== index)).toEqual([]);
  };
  check(request, sample.request, row.sends);
  if (envelope && sample.response) check(response, sample.response, row.reads);
});

test.each(table)('[CALL-6] a flag that $call reads is set by 1 and by nothing else', (row) => {
  const { name, response, envelope } = callOf(row);
  const sample = wireSamples[name as keyof typeof wireSamples]().response;
  if (!envelope || !sample) return;
  const declared = new Map(fieldsOf(row.reads));
  for (const [path, value] of leavesOf(sample)) {
    const read = (other: unknown): unknown => {
      const ours = z.decode(response as z.core.$ZodType<unknown, unknown>, changed(sample, path, other));
      return new Map(leavesOf(ours)).get(declared.get(path) ?? followersOf(response, sample, path)[0] ?? '');
    };
    // COMP-6 asks for a rating with any value but zero.
    if (typeof value !== 'number' || typeof read(value) !== 'boolean' || path === 'isNeedScore') continue;
    expect([1, '1', true].map(read), path).toEqual([true, true, true]);
    expect([0, 2, '0', '2', '', 'yes', false, null, undefined].map(read), path).not.toContain(true);
  }
});

test('only the promotion calls need no session', () => {
  const withoutSession = allCalls.filter(({ session }) => session === 'none');
  expect(withoutSession.map(({ path }) => path)).toEqual(
    allCalls.map(({ path }) => path).filter((path) => path.startsWith('/api/v2/youmi/')),
  );
});
