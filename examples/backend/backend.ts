import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type { Answers } from './contract.ts';

// A lender's backend in memory. Amounts are in minor units, dates YYYY-MM-DD, texts in the language of the page.

interface Loan {
  readonly orderId: string;
  readonly orderNo: string;
  readonly userId: string;
  readonly productId: string;
}

interface CardPayment {
  readonly id: string;
  readonly orderId: string;
  isConfirmed: boolean;
}

interface Complaint {
  readonly id: string;
  readonly userId: string;
  readonly type: string;
  readonly content: string;
  readonly images: string[];
  readonly time: string;
}

/** State of the backend; a restart forgets it. */
interface Store {
  readonly loans: Loan[];
  /** Loan ids of accepted offers, by user and product. */
  readonly accepted: Map<string, string>;
  /** Payments by loan id and token; null before the token is used. */
  readonly tokens: Map<string, CardPayment | null>;
  readonly complaints: Complaint[];
  readonly visits: Set<string>;
  readonly registered: Set<string>;
}

/** A call with its fields, and the borrower of its session. */
interface CallRequest {
  readonly store: Store;
  readonly fields: ReadonlyMap<string, string | File>;
  readonly userId: string;
  readonly isEnglish: boolean;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const sandboxCaptcha = '1234';
const sandboxSmsCode = '123456';
const lentMinor = 500_000;
const dueMinor = 152_748;
const extensionMinor = 22_422;
/** Order number for the agreement of an offer, before there is a loan. */
const offerNo = 'OFFER-1';
const payCode = '999180010023456788';
const bodyLimitBytes = 9 * 1024 * 1024;
const vector =
  '<svg xmlns="http://www.w3.org/2000/svg" width="116" height="52"><text x="20" y="34" font-size="26">1234</text></svg>';

const sessions: readonly { sessionId: string; deviceId: string; userId: string }[] = [
  { sessionId: 'of-the-lender', deviceId: 'device-1', userId: '90817' },
  { sessionId: 'of-another', deviceId: 'device-2', userId: '90818' },
];

const plan = [142_281, 140_136, 137_991, 135_844].map((amount, index) => ({
  title: `${index + 1}/4`,
  description: null,
  amount,
  pay_time: ['2026-12-20', '2027-01-19', '2027-02-18', '2027-03-20'][index] ?? null,
}));

const text = ({ fields }: CallRequest, name: string): string => {
  const value = fields.get(name);
  if (typeof value !== 'string') throw new Refusal(422, '422', `Falta ${name}.`);
  return value;
};
const words = ({ isEnglish }: CallRequest, spanish: string, english: string) =>
  isEnglish ? english : spanish;
const none = (request: CallRequest) =>
  new Refusal(404, '404', words(request, 'No existe.', 'It does not exist.'));
const wrong = (request: CallRequest) =>
  new Refusal(422, '422', words(request, 'No es válido.', 'It is not valid.'));

function loanOf(request: CallRequest, by: 'orderId' | 'orderNo' = 'orderId'): Loan {
  const wanted = text(request, by);
  const loan = request.store.loans.find((each) => each[by] === wanted && each.userId === request.userId);
  if (!loan) throw none(request);
  return loan;
}

const payable = (request: CallRequest): number => {
  const amount = Number(text(request, 'amount'));
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > lentMinor * 2) throw wrong(request);
  return amount;
};

const channels = (request: CallRequest) => [
  {
    logo: null,
    desc: words(request, 'Desde su banco', 'From your bank'),
    payCode,
    vCode: null,
    BARcodeImg: null,
  },
];

type Answer = (request: CallRequest) => unknown;

/** Calls that answer `{ success, data }`. */
const v3Calls: Record<string, Answer> = {
  '/v3/loan-confirm/loan-detail-confirm': (request): Answers['readOffer'] => {
    if (text(request, 'productId') !== 'mx-120') throw none(request);
    return {
      firstPayTime: '2026-12-20',
      amount: lentMinor,
      periods: 120,
      termUnit: 'day',
      isNeedPop: 0,
      sendSms: 0,
      details: [{ text: words(request, 'Comisión', 'Fee'), value: '300' }],
      repay_plans: plan,
      loanRate: '0.0493 %',
      ratemsg: null,
      amountDec: null,
      isNewContract: `/contract?orderNo=${offerNo}`,
      messageType: null,
      comProductLogo: null,
      comProductName: 'Sur 120',
      couNum: 0,
    };
  },
  '/v3/loan-confirm/loan-detail-push': (request): Answers['acceptOffer'] => {
    const productId = text(request, 'productId');
    text(request, 'periods');
    text(request, 'termUnit');
    if (productId !== 'mx-120') throw none(request);
    if (payable(request) !== lentMinor) throw wrong(request);
    const key = `${request.userId} ${productId}`;
    const orderId = request.store.accepted.get(key) ?? randomUUID();
    if (!request.store.accepted.has(key)) {
      request.store.accepted.set(key, orderId);
      request.store.loans.push({
        orderId,
        orderNo: `LL-${request.store.loans.length + 1}`,
        userId: request.userId,
        productId,
      });
    }
    return { lendDetailsUrl: `/loanDetail?productId=${productId}&orderId=${orderId}` };
  },
  '/v3/loan-details/loan-details': (request): Answers['readLoan'] => {
    const { orderNo } = loanOf(request);
    return {
      orderStatus: 174,
      noticeStatusText: words(request, 'Su próximo pago', 'Your next payment'),
      noticeDesText: null,
      productName: 'Sur 120',
      productLogo: null,
      userOrderDetail: { detail: [{ text: words(request, 'Préstamo', 'Loan'), value: orderNo }] },
      inside: 0,
      isScore: 0,
      h5Url: null,
      isDelay: 1,
      isNewContract: `/contract?orderNo=${orderNo}`,
    };
  },
  '/v3/loan-details/contract-detail': (request): Answers['readAgreement'] => {
    if (text(request, 'orderNo') !== offerNo) loanOf(request, 'orderNo');
    return {
      username: 'Rosa Medina',
      productName: 'Sur 120',
      mount: lentMinor,
      daiDate: '2026-11-20',
      planDate: '2027-03-20',
      contractAmount: 556_252,
      commission: 30_000,
      Interest: 18_493,
      IVA: 7_759,
      giveAmount: lentMinor,
      userAddress: 'Calle Hidalgo 12, Puebla',
      contractDate: '2026-11-20',
      company: 'Prestamista de Ejemplo',
    };
  },
  '/v3/installment/loan-play-detail': (request): Answers['readRepayment'] => {
    loanOf(request);
    return {
      repayAmount: dueMinor,
      productName: 'Sur 120',
      repayDate: '2027-01-19',
      productLogo: null,
      detail: [],
      repayList: [{ reviewer: 'SPEI', list: channels(request) }],
      noticeMsg: null,
    };
  },
  '/v3/installment/loan-play-delay-detail': (request): Answers['readExtension'] => {
    loanOf(request);
    return {
      productLogo: null,
      productName: 'Sur 120',
      delayInfo: { reviewer: null, delayAmount: extensionMinor, delayTime: '2027-01-26' },
      repayPlan: [{ title: '2/4', time: '2027-01-26' }],
      repayList: [{ title: 'SPEI', list: channels(request) }],
      noticeMsg: null,
      note: null,
    };
  },
  '/v3/loan-details/generate-vcode': (request): Answers['readPaymentInstruction'] => {
    loanOf(request);
    if (!['1', '2'].includes(text(request, 'requestType'))) throw wrong(request);
    if (text(request, 'payCode') !== payCode) throw none(request);
    return {
      topLogo: null,
      repayDetail: {
        amount: payable(request),
        repayTitle: 'SPEI',
        repayDes: null,
        repayCode: payCode,
        vCode: null,
        companyName: 'Prestamista de Ejemplo',
      },
      dataList: [],
      imgList: [],
      bottomLogo: null,
    };
  },
  '/v3/loan-details/google-score': (request) => {
    if (!/^[1-5]$/.test(text(request, 'score'))) throw wrong(request);
    return null;
  },
};

const cardCalls: Record<string, Answer> = {
  'repayment-way': (request): Answers['readSavedCards'] => {
    const { orderId } = loanOf(request);
    const repayToken = randomUUID();
    request.store.tokens.set(`${orderId} ${repayToken}`, null);
    const cards = [{ id: '31', bankName: 'BBVA', cardNo: '4152********4417', bankCode: 'BBVA' }];
    return { alipay: 1, repayToken, bankCards: cards };
  },
  'repayment-commit': (request): Answers['payWithCard'] => {
    const { orderId } = loanOf(request);
    payable(request);
    for (const name of ['cardNo', 'bankName', 'bankCode']) text(request, name);
    if (text(request, 'cardId') !== '31' || !['0', '1'].includes(text(request, 'sendMsg')))
      throw wrong(request);
    const key = `${orderId} ${text(request, 'repayToken')}`;
    const known = request.store.tokens.get(key);
    if (known === undefined) throw wrong(request);
    const payment = known ?? { id: randomUUID(), orderId, isConfirmed: false };
    request.store.tokens.set(key, payment);
    return { needValid: 1, repaymentRecordId: payment.id };
  },
  'repayment-confirm': (request) => {
    const { orderId } = loanOf(request);
    const id = text(request, 'repaymentRecordId');
    const payment = [...request.store.tokens.values()].find(
      (each) => each?.id === id && each.orderId === orderId,
    );
    const isRight = text(request, 'verifyCode') === sandboxSmsCode;
    if (!payment) throw none(request);
    if (payment.isConfirmed) {
      throw new Refusal(409, '800005', words(request, 'Ya se pagó.', 'It was paid already.'));
    }
    if (!isRight) {
      throw new Refusal(422, '800006', words(request, 'El código no es correcto.', 'The code is not right.'));
    }
    payment.isConfirmed = true;
    return null;
  },
  'repayment-huichao': (request): Answers['readPaymentPage'] => {
    loanOf(request);
    if (text(request, 'userId') !== request.userId) {
      throw new Refusal(401, '401', words(request, 'Entre de nuevo.', 'Sign in again.'));
    }
    return { url: `https://pay.example/checkout?amount=${payable(request)}` };
  },
};

const complaintCalls: Record<string, Answer> = {
  '/user-problem/problem-init': (request): Answers['openComplaint'] => {
    const orders = request.store.loans
      .filter(({ userId }) => userId === request.userId)
      .map(({ orderNo, orderId }) => ({
        orderId,
        order: {
          orderNo,
          productLogo: null,
          productName: 'Sur 120',
          status: '174',
          isShow: 0 as const,
          rows: [],
        },
      }));
    const wanted = request.fields.get('orderId');
    const found = orders.find(({ orderId }) => orderId === wanted);
    if (wanted && !found) throw none(request);
    return {
      problemType: [
        { title: words(request, 'Cobranza', 'Collection'), value: '1' },
        { title: words(request, 'Pagos', 'Payments'), value: '2' },
      ],
      problemSonType: [{ title: words(request, 'Llamadas', 'Calls'), value: '11' }],
      orderDetail: found?.order ?? null,
      orderList: orders.map(({ order }) => order),
    };
  },
  '/user-problem/problem-list': (request): Answers['readComplaints'] => ({
    tabs: [
      {
        title: words(request, 'Todas', 'All'),
        items: request.store.complaints
          .filter(({ userId }) => userId === request.userId)
          .map(({ id, time, type, content }) => ({ id, time, type, content })),
      },
    ],
  }),
  '/user-problem/problem-detail': (request): Answers['readComplaint'] => {
    const id = text(request, 'problemId');
    const complaint = request.store.complaints.find(
      (each) => each.id === id && each.userId === request.userId,
    );
    if (!complaint) throw none(request);
    const { type, content, images } = complaint;
    return {
      type,
      sonType: null,
      problemId: id,
      content,
      images,
      disposeDetail: null,
      disposeImages: [],
      isNeedScore: 0,
    };
  },
  '/user-problem/problem-save': (request) => {
    const type = text(request, 'problemType');
    const content = text(request, 'problemDetail').trim();
    const orderNo = request.fields.get('orderNo');
    if (orderNo) loanOf(request, 'orderNo');
    if (content === '')
      throw new Refusal(422, '422001', words(request, 'Cuéntenos qué pasó.', 'Tell us what happened.'));
    if ([...new Intl.Segmenter().segment(content)].length > 200) {
      throw new Refusal(
        422,
        '422002',
        words(request, 'Son más de 200 caracteres.', 'It is over 200 characters.'),
      );
    }
    const images = String(request.fields.get('problemImage') ?? '')
      .split(',')
      .filter(Boolean);
    if (images.length > 9) throw wrong(request);
    const time = new Date().toISOString().slice(0, 19).replace('T', ' ');
    request.store.complaints.unshift({
      id: randomUUID(),
      userId: request.userId,
      type,
      content,
      images,
      time,
    });
    return null;
  },
  '/user-problem/upload-problem-img': async (request): Promise<Answers['sendComplaintImage']> => {
    const image = request.fields.get('problemImage');
    if (!(image instanceof File)) throw wrong(request);
    const start = Buffer.from(await image.slice(0, 4).arrayBuffer()).toString('hex');
    if (!/^(89504e47|ffd8ff|52494646)/.test(start)) {
      throw new Refusal(422, '422005', words(request, 'No es una imagen.', 'It is no image.'));
    }
    return { url: `https://files.example/${randomUUID()}` };
  },
  '/user-problem/get-whatsapp': (request): Answers['readContacts'] => {
    text(request, 'overall');
    return { phone: '800 000 0000', va: null, email: 'ayuda@lender.example' };
  },
};

const visitOf = (request: CallRequest): string => {
  const sid = text(request, 'sid');
  if (!request.store.visits.has(sid)) throw none(request);
  return sid;
};
const captchaProblem = (request: CallRequest, code: string) =>
  text(request, 'capcode') === sandboxCaptcha
    ? null
    : new Refusal(
        422,
        code,
        words(request, 'El texto de la imagen no es correcto.', 'The text is not right.'),
      );

const promotionCalls: Record<string, Answer> = {
  '/api/v2/youmi/promotion/track-visit': (request) => {
    text(request, 'page_id');
    return null;
  },
  '/api/v2/youmi/promotion/track-click': (request) => {
    text(request, 'phone');
    return null;
  },
  '/api/v2/youmi/promotion/get-sid': (request): Answers['startPromotionVisit'] => {
    const sid = randomUUID();
    request.store.visits.add(sid);
    return { sid };
  },
  '/api/v2/youmi/promotion/get-sms': (request) => {
    visitOf(request);
    text(request, 'phone');
    const problem = captchaProblem(request, '101');
    if (problem) throw problem;
    return null;
  },
  '/api/v2/youmi/promotion/register': (request) => {
    visitOf(request);
    const phone = text(request, 'phone');
    const problem = captchaProblem(request, '-1');
    if (problem) throw problem;
    if (text(request, 'smsCode') !== sandboxSmsCode) {
      throw new Refusal(422, '800006', words(request, 'El código no es correcto.', 'The code is not right.'));
    }
    if (request.store.registered.has(phone)) {
      throw new Refusal(
        409,
        '11',
        words(request, 'Usted ya está registrado.', 'You are registered already.'),
      );
    }
    request.store.registered.add(phone);
    return null;
  },
};

const template = (request: CallRequest): Answers['readPromotionTemplate'] => {
  if (text(request, 'templateId') !== '5') throw none(request);
  return { id: '5' };
};

/** Wraps the data of an answer. */
interface Envelope {
  readonly success: (data: unknown) => object;
  readonly isPublic: boolean;
}
const coded = (code: string | number, isPublic = false): Envelope => ({
  success: (data) => ({ code, message: '', data }),
  isPublic,
});
const families: readonly (readonly [Record<string, Answer>, string, Envelope])[] = [
  [v3Calls, '', { success: (data) => ({ success: true, message: '', data }), isPublic: false }],
  [cardCalls, '/api/v1/youmi/youmi-api/service/loan/', coded('00')],
  [complaintCalls, '', coded(0)],
  [promotionCalls, '', coded('0', true)],
  [{ '/api/v2/youmi/service/channel/channel-template': template }, '', coded('00', true)],
];
const calls = new Map(
  families.flatMap(([family, prefix, envelope]) =>
    Object.entries(family).map(([path, handle]) => [prefix + path, { handle, envelope }] as const),
  ),
);

async function answer(message: IncomingMessage, store: Store) {
  const url = new URL(message.url ?? '/', 'http://backend.example');
  const json = (status: number, body: object) => ({
    status,
    body: JSON.stringify(body),
    type: 'application/json',
  });
  if (url.pathname === '/api/v2/youmi/promotion/get-captcha') {
    const isKnown = store.visits.has(url.searchParams.get('sid') ?? '');
    return { status: isKnown ? 200 : 404, body: isKnown ? vector : '', type: 'image/svg+xml' };
  }
  const call = calls.get(url.pathname);
  if (!call) return json(404, { success: false, code: '404', message: '404', data: null });
  try {
    const userId = call.envelope.isPublic ? '' : borrowerOf(message, url);
    const language = message.headers['x-language'] || url.searchParams.get('lang');
    const request = { store, fields: await fieldsOf(message, url), userId, isEnglish: language === '1' };
    return json(200, call.envelope.success((await call.handle(request)) ?? null));
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal(500, '500', 'Algo falló.');
    const { status, code, message: shown } = refusal;
    const isV3 = url.pathname.startsWith('/v3/');
    return json(status, { ...(isV3 && { success: false }), code, message: shown, data: null });
  }
}

/** Starts the backend on a port; 0 takes a free one. */
export async function startExampleBackend(port: number) {
  const store: Store = {
    loans: [
      { orderId: '0197f6a2', orderNo: 'LL-1', userId: '90817', productId: 'mx-120' },
      { orderId: '0197f6a3', orderNo: 'LL-2', userId: '90818', productId: 'mx-120' },
    ],
    accepted: new Map(),
    tokens: new Map(),
    complaints: [],
    visits: new Set(),
    registered: new Set(),
  };
  const server = createServer((message, response) => {
    answer(message, store).then(
      ({ status, body, type }) => response.writeHead(status, { 'Content-Type': type }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const place = server.address();
  const address = `http://127.0.0.1:${typeof place === 'object' ? place?.port : port}`;
  return {
    address,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** User of the session. Header and query must agree, and the device must be the session's. */
function borrowerOf({ headers }: IncomingMessage, { searchParams }: URL): string {
  const given = (header: string, parameter: string) =>
    [headers[header], searchParams.get(parameter)].filter(
      (value) => typeof value === 'string' && value !== '',
    );
  const [tokens, devices, users] = [
    given('x-session-id', 'sessionId'),
    given('x-device-id', 'deviceId'),
    given('x-user-id', 'userId'),
  ];
  const session = sessions.find(({ sessionId }) => sessionId === tokens[0]);
  const isBound =
    session &&
    tokens.every((token) => token === session.sessionId) &&
    devices.length > 0 &&
    devices.every((device) => device === session.deviceId) &&
    users.every((user) => user === session.userId);
  if (!isBound) throw new Refusal(401, '401', 'Entre de nuevo desde su app.');
  return session.userId;
}

/** Fields of a call: of the body, or of the query where there is no body. */
async function fieldsOf(message: IncomingMessage, url: URL): Promise<Map<string, string | File>> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message) {
    length += chunk.length;
    if (length > bodyLimitBytes) throw new Refusal(413, '413', 'Es demasiado grande.');
    chunks.push(chunk);
  }
  const fields = new Map<string, string | File>(url.searchParams);
  if (length === 0) return fields;
  const type = message.headers['content-type'] ?? '';
  try {
    // The common parameters of the query are no fields of a body.
    if (type.startsWith('application/json')) {
      const body: Record<string, unknown> = JSON.parse(Buffer.concat(chunks).toString());
      return new Map(Object.entries(body).map(([name, value]) => [name, String(value ?? '')]));
    }
    const headers = { 'Content-Type': type };
    const form = await new Request(url, { method: 'POST', headers, body: Buffer.concat(chunks) }).formData();
    return new Map([...form.entries()] as [string, string | File][]);
  } catch {
    throw new Refusal(400, '400', 'No se pudo leer.');
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { address } = await startExampleBackend(Number(process.env.PORT ?? 4000));
  process.stdout.write(`${address}\n`);
}
