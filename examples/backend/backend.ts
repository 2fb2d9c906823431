import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type { Answers } from './contract.ts';

// A lender's backend in memory. Amounts are in minor units, dates YYYY-MM-DD; what it says is in Spanish or English, as
// the page asks.

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

/** What one borrower asks, in the fields of the call. */
interface Asked {
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
/** By which the agreement of an offer is asked for before there is an order. */
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

/** Starts it on a port, 0 for any that is free. */
export async function startExampleBackend(port: number) {
  const server = createServer((message, response) => {
    answer(message).then(
      ({ status, body, type }) => response.writeHead(status, { 'Content-Type': type }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  const loans: Loan[] = [
    { orderId: '0197f6a2', orderNo: 'LL-1', userId: '90817', productId: 'mx-120' },
    { orderId: '0197f6a3', orderNo: 'LL-2', userId: '90818', productId: 'mx-120' },
  ];
  const accepted = new Map<string, string>();
  const tokens = new Map<string, CardPayment | null>();
  const complaints: Complaint[] = [];
  const visits = new Set<string>();
  const registered = new Set<string>();

  const text = ({ fields }: Asked, name: string): string => {
    const value = fields.get(name);
    if (typeof value !== 'string') throw new Refusal(422, '422', `Falta ${name}.`);
    return value;
  };
  const words = ({ isEnglish }: Asked, spanish: string, english: string) => (isEnglish ? english : spanish);
  const none = (asked: Asked) => new Refusal(404, '404', words(asked, 'No existe.', 'It does not exist.'));
  const wrong = (asked: Asked) => new Refusal(422, '422', words(asked, 'No es válido.', 'It is not valid.'));

  function loanOf(asked: Asked, by: 'orderId' | 'orderNo' = 'orderId'): Loan {
    const wanted = text(asked, by);
    const loan = loans.find((each) => each[by] === wanted && each.userId === asked.userId);
    if (!loan) throw none(asked);
    return loan;
  }

  const payable = (asked: Asked): number => {
    const amount = Number(text(asked, 'amount'));
    if (!Number.isSafeInteger(amount) || amount <= 0 || amount > lentMinor * 2) throw wrong(asked);
    return amount;
  };

  const channels = (asked: Asked) => [
    {
      logo: null,
      desc: words(asked, 'Desde su banco', 'From your bank'),
      payCode,
      vCode: null,
      BARcodeImg: null,
    },
  ];

  type Answer = (asked: Asked) => unknown;

  /** The calls that answer `{ success, data }`. */
  const v3: Record<string, Answer> = {
    '/v3/loan-confirm/loan-detail-confirm': (asked): Answers['readOffer'] => {
      if (text(asked, 'productId') !== 'mx-120') throw none(asked);
      return {
        firstPayTime: '2026-12-20',
        amount: lentMinor,
        periods: 120,
        termUnit: 'day',
        isNeedPop: 0,
        sendSms: 0,
        details: [{ text: words(asked, 'Comisión', 'Fee'), value: '300' }],
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
    '/v3/loan-confirm/loan-detail-push': (asked): Answers['acceptOffer'] => {
      const productId = text(asked, 'productId');
      text(asked, 'periods');
      text(asked, 'termUnit');
      if (productId !== 'mx-120') throw none(asked);
      if (payable(asked) !== lentMinor) throw wrong(asked);
      const key = `${asked.userId} ${productId}`;
      const orderId = accepted.get(key) ?? randomUUID();
      if (!accepted.has(key)) {
        accepted.set(key, orderId);
        loans.push({ orderId, orderNo: `LL-${loans.length + 1}`, userId: asked.userId, productId });
      }
      return { lendDetailsUrl: `/loanDetail?productId=${productId}&orderId=${orderId}` };
    },
    '/v3/loan-details/loan-details': (asked): Answers['readLoan'] => {
      const { orderNo } = loanOf(asked);
      return {
        orderStatus: 174,
        noticeStatusText: words(asked, 'Su próximo pago', 'Your next payment'),
        noticeDesText: null,
        productName: 'Sur 120',
        productLogo: null,
        userOrderDetail: { detail: [{ text: words(asked, 'Préstamo', 'Loan'), value: orderNo }] },
        inside: 0,
        isScore: 0,
        h5Url: null,
        isDelay: 1,
        isNewContract: `/contract?orderNo=${orderNo}`,
      };
    },
    '/v3/loan-details/contract-detail': (asked): Answers['readAgreement'] => {
      if (text(asked, 'orderNo') !== offerNo) loanOf(asked, 'orderNo');
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
    '/v3/installment/loan-play-detail': (asked): Answers['readRepayment'] => {
      loanOf(asked);
      return {
        repayAmount: dueMinor,
        productName: 'Sur 120',
        repayDate: '2027-01-19',
        productLogo: null,
        detail: [],
        repayList: [{ reviewer: 'SPEI', list: channels(asked) }],
        noticeMsg: null,
      };
    },
    '/v3/installment/loan-play-delay-detail': (asked): Answers['readExtension'] => {
      loanOf(asked);
      return {
        productLogo: null,
        productName: 'Sur 120',
        delayInfo: { reviewer: null, delayAmount: extensionMinor, delayTime: '2027-01-26' },
        repayPlan: [{ title: '2/4', time: '2027-01-26' }],
        repayList: [{ title: 'SPEI', list: channels(asked) }],
        noticeMsg: null,
        note: null,
      };
    },
    '/v3/loan-details/generate-vcode': (asked): Answers['readPaymentInstruction'] => {
      loanOf(asked);
      if (!['1', '2'].includes(text(asked, 'requestType'))) throw wrong(asked);
      if (text(asked, 'payCode') !== payCode) throw none(asked);
      return {
        topLogo: null,
        repayDetail: {
          amount: payable(asked),
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
    '/v3/loan-details/google-score': (asked) => {
      if (!/^[1-5]$/.test(text(asked, 'score'))) throw wrong(asked);
      return null;
    },
  };

  const payWay: Record<string, Answer> = {
    'repayment-way': (asked): Answers['readSavedCards'] => {
      const { orderId } = loanOf(asked);
      const repayToken = randomUUID();
      tokens.set(`${orderId} ${repayToken}`, null);
      const cards = [{ id: '31', bankName: 'BBVA', cardNo: '4152********4417', bankCode: 'BBVA' }];
      return { alipay: 1, repayToken, bankCards: cards };
    },
    'repayment-commit': (asked): Answers['payWithCard'] => {
      const { orderId } = loanOf(asked);
      payable(asked);
      for (const name of ['cardNo', 'bankName', 'bankCode']) text(asked, name);
      if (text(asked, 'cardId') !== '31' || !['0', '1'].includes(text(asked, 'sendMsg'))) throw wrong(asked);
      const key = `${orderId} ${text(asked, 'repayToken')}`;
      const known = tokens.get(key);
      if (known === undefined) throw wrong(asked);
      const payment = known ?? { id: randomUUID(), orderId, isConfirmed: false };
      tokens.set(key, payment);
      return { needValid: 1, repaymentRecordId: payment.id };
    },
    'repayment-confirm': (asked) => {
      const { orderId } = loanOf(asked);
      const id = text(asked, 'repaymentRecordId');
      const payment = [...tokens.values()].find((each) => each?.id === id && each.orderId === orderId);
      const isRight = text(asked, 'verifyCode') === sandboxSmsCode;
      if (!payment) throw none(asked);
      if (payment.isConfirmed) {
        throw new Refusal(409, '800005', words(asked, 'Ya se pagó.', 'It was paid already.'));
      }
      if (!isRight) {
        throw new Refusal(422, '800006', words(asked, 'El código no es correcto.', 'The code is not right.'));
      }
      payment.isConfirmed = true;
      return null;
    },
    'repayment-huichao': (asked): Answers['readPaymentPage'] => {
      loanOf(asked);
      if (text(asked, 'userId') !== asked.userId) {
        throw new Refusal(401, '401', words(asked, 'Entre de nuevo.', 'Sign in again.'));
      }
      return { url: `https://pay.example/checkout?amount=${payable(asked)}` };
    },
  };

  const generic: Record<string, Answer> = {
    '/user-problem/problem-init': (asked): Answers['openComplaint'] => {
      const orders = loans
        .filter(({ userId }) => userId === asked.userId)
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
      const wanted = asked.fields.get('orderId');
      const found = orders.find(({ orderId }) => orderId === wanted);
      if (wanted && !found) throw none(asked);
      return {
        problemType: [
          { title: words(asked, 'Cobranza', 'Collection'), value: '1' },
          { title: words(asked, 'Pagos', 'Payments'), value: '2' },
        ],
        problemSonType: [{ title: words(asked, 'Llamadas', 'Calls'), value: '11' }],
        orderDetail: found?.order ?? null,
        orderList: orders.map(({ order }) => order),
      };
    },
    '/user-problem/problem-list': (asked): Answers['readComplaints'] => ({
      tabs: [
        {
          title: words(asked, 'Todas', 'All'),
          items: complaints
            .filter(({ userId }) => userId === asked.userId)
            .map(({ id, time, type, content }) => ({ id, time, type, content })),
        },
      ],
    }),
    '/user-problem/problem-detail': (asked): Answers['readComplaint'] => {
      const id = text(asked, 'problemId');
      const complaint = complaints.find((each) => each.id === id && each.userId === asked.userId);
      if (!complaint) throw none(asked);
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
    '/user-problem/problem-save': (asked) => {
      const type = text(asked, 'problemType');
      const content = text(asked, 'problemDetail').trim();
      const orderNo = asked.fields.get('orderNo');
      if (orderNo) loanOf(asked, 'orderNo');
      if (content === '')
        throw new Refusal(422, '422001', words(asked, 'Cuéntenos qué pasó.', 'Tell us what happened.'));
      if ([...new Intl.Segmenter().segment(content)].length > 200) {
        throw new Refusal(
          422,
          '422002',
          words(asked, 'Son más de 200 caracteres.', 'It is over 200 characters.'),
        );
      }
      const images = String(asked.fields.get('problemImage') ?? '')
        .split(',')
        .filter(Boolean);
      if (images.length > 9) throw wrong(asked);
      const time = new Date().toISOString().slice(0, 19).replace('T', ' ');
      complaints.unshift({ id: randomUUID(), userId: asked.userId, type, content, images, time });
      return null;
    },
    '/user-problem/upload-problem-img': async (asked): Promise<Answers['sendComplaintImage']> => {
      const image = asked.fields.get('problemImage');
      if (!(image instanceof File)) throw wrong(asked);
      const start = Buffer.from(await image.slice(0, 4).arrayBuffer()).toString('hex');
      if (!/^(89504e47|ffd8ff|52494646)/.test(start)) {
        throw new Refusal(422, '422005', words(asked, 'No es una imagen.', 'It is no image.'));
      }
      return { url: `https://files.example/${randomUUID()}` };
    },
    '/user-problem/get-whatsapp': (asked): Answers['readContacts'] => {
      text(asked, 'overall');
      return { phone: '800 000 0000', va: null, email: 'ayuda@lender.example' };
    },
  };

  const visitOf = (asked: Asked): string => {
    const sid = text(asked, 'sid');
    if (!visits.has(sid)) throw none(asked);
    return sid;
  };
  const captchaProblem = (asked: Asked, code: string) =>
    text(asked, 'capcode') === sandboxCaptcha
      ? null
      : new Refusal(
          422,
          code,
          words(asked, 'El texto de la imagen no es correcto.', 'The text is not right.'),
        );

  const promotion: Record<string, Answer> = {
    '/api/v2/youmi/promotion/track-visit': (asked) => {
      text(asked, 'page_id');
      return null;
    },
    '/api/v2/youmi/promotion/track-click': (asked) => {
      text(asked, 'phone');
      return null;
    },
    '/api/v2/youmi/promotion/get-sid': (): Answers['startPromotionVisit'] => {
      const sid = randomUUID();
      visits.add(sid);
      return { sid };
    },
    '/api/v2/youmi/promotion/get-sms': (asked) => {
      visitOf(asked);
      text(asked, 'phone');
      const problem = captchaProblem(asked, '101');
      if (problem) throw problem;
      return null;
    },
    '/api/v2/youmi/promotion/register': (asked) => {
      visitOf(asked);
      const phone = text(asked, 'phone');
      const problem = captchaProblem(asked, '-1');
      if (problem) throw problem;
      if (text(asked, 'smsCode') !== sandboxSmsCode) {
        throw new Refusal(422, '800006', words(asked, 'El código no es correcto.', 'The code is not right.'));
      }
      if (registered.has(phone)) {
        throw new Refusal(
          409,
          '11',
          words(asked, 'Usted ya está registrado.', 'You are registered already.'),
        );
      }
      registered.add(phone);
      return null;
    },
  };

  const template = (asked: Asked): Answers['readPromotionTemplate'] => {
    if (text(asked, 'templateId') !== '5') throw none(asked);
    return { id: '5' };
  };

  /** How a call's answer is wrapped. */
  interface Envelope {
    readonly success: (data: unknown) => object;
    readonly isPublic: boolean;
  }
  const coded = (code: string | number, isPublic = false): Envelope => ({
    success: (data) => ({ code, message: '', data }),
    isPublic,
  });
  const families: readonly (readonly [Record<string, Answer>, string, Envelope])[] = [
    [v3, '', { success: (data) => ({ success: true, message: '', data }), isPublic: false }],
    [payWay, '/api/v1/youmi/youmi-api/service/loan/', coded('00')],
    [generic, '', coded(0)],
    [promotion, '', coded('0', true)],
    [{ '/api/v2/youmi/service/channel/channel-template': template }, '', coded('00', true)],
  ];
  const calls = new Map(
    families.flatMap(([family, prefix, envelope]) =>
      Object.entries(family).map(([path, handle]) => [prefix + path, { handle, envelope }] as const),
    ),
  );

  async function answer(message: IncomingMessage) {
    const url = new URL(message.url ?? '/', 'http://backend.example');
    const json = (status: number, body: object) => ({
      status,
      body: JSON.stringify(body),
      type: 'application/json',
    });
    if (url.pathname === '/api/v2/youmi/promotion/get-captcha') {
      const isKnown = visits.has(url.searchParams.get('sid') ?? '');
      return { status: isKnown ? 200 : 404, body: isKnown ? vector : '', type: 'image/svg+xml' };
    }
    const call = calls.get(url.pathname);
    if (!call) return json(404, { success: false, code: '404', message: '404', data: null });
    try {
      const userId = call.envelope.isPublic ? '' : borrowerOf(message, url);
      const language = message.headers['x-language'] || url.searchParams.get('lang');
      const asked = { fields: await fieldsOf(message, url), userId, isEnglish: language === '1' };
      return json(200, call.envelope.success((await call.handle(asked)) ?? null));
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(500, '500', 'Algo falló.');
      const { status, code, message: shown } = refusal;
      const isV3 = url.pathname.startsWith('/v3/');
      return json(status, { ...(isV3 && { success: false }), code, message: shown, data: null });
    }
  }

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

/** Whose session it is: header and query have to agree, and the device to be the session's. */
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

/** The fields of a call: those of the body, or of the query where it has none. */
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
