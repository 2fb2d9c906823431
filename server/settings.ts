import { z } from 'zod';
import { bridgeActionNames } from '#domain/bridge/actions.ts';
import { isBrandColor } from '#domain/site/contrast.ts';
import type { ScreenPaths } from '#pages/dependencies.ts';
import { screenPathSettings } from '#pages/screen-paths.ts';

/** One environment variable: what it means, what it is when absent, and what it accepts (CONF-1, CONF-2). */
export interface Setting<Value = unknown> {
  readonly name: string;
  readonly about: string;
  /** The text that stands in when the variable is absent or empty. */
  readonly fallback: string;
  readonly schema: z.ZodType<Value, string>;
  /** True for a value that must never be printed. */
  readonly isSecret?: boolean;
}

const text = z.string().max(512);
const path = z.string().regex(/^\/[A-Za-z0-9._~/-]*$/, 'must be a path that begins with /');
const appAddress = /^(?!(?:javascript|data|vbscript|blob|file):)[a-z][a-z0-9+.-]*:\/\/\S+$/i;
const link = z
  .string()
  .refine((value) => value === '' || path.safeParse(value).success || appAddress.test(value), {
    error: 'must be a path, an address or empty',
  });
const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
const identifier = z.string().regex(/^[A-Za-z_$][\w$]*$/, 'must be a JavaScript name');
const optionalOrigin = z.union([z.literal(''), z.url({ protocol: /^https?$/ })]);
const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum));
const origins = z.string().transform((value, context) => {
  const list = value.split(',').map((origin) => origin.trim());
  return list
    .filter((origin) => origin !== '')
    .map((origin) => {
      if (!URL.canParse(origin) || new URL(origin).origin !== origin || !/^https?:/.test(origin)) {
        context.addIssue({
          code: 'custom',
          message: `${origin} is not an origin such as https://example.com`,
        });
      }
      return origin;
    });
});
const brandColor = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { error: 'must be a colour such as #0b5f68', abort: true })
  .refine(isBrandColor, 'has less than 4.5:1 contrast against white');
const signingSecret = z.union([
  z.literal(''),
  z.string().regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'must be whsec_ and at least 24 bytes in base64'),
]);

const headers = z
  .string()
  .max(4096)
  .transform((value, context): Record<string, string> => {
    try {
      const parsed = z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\x20-\x7e]*$/));
      return parsed.parse(JSON.parse(value));
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a JSON object of header names and values' });
      return {};
    }
  });

function setting<Value>(
  name: string,
  schema: z.ZodType<Value, string>,
  fallback: string,
  about: string,
  isSecret = false,
): Setting<Value> {
  return { name, schema, fallback, about, isSecret };
}

/** `openPageWithParameter` → `OPEN_PAGE_WITH_PARAMETER`. */
function upperSnake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

const bridgeActionSettings = Object.fromEntries(
  bridgeActionNames.map((name) => [
    `bridgeAction${name[0]?.toUpperCase()}${name.slice(1)}`,
    setting(
      `BRIDGE_ACTION_${upperSnake(name)}`,
      z.string().regex(/^[\w.:-]{1,64}$/, 'must be letters, digits and . : _ -'),
      name,
      `What the host calls the action ${name}`,
    ),
  ]),
) as Record<`bridgeAction${Capitalize<(typeof bridgeActionNames)[number]>}`, Setting<string>>;

const pathSettings = Object.fromEntries(
  Object.entries(screenPathSettings).map(([key, { variable, fallback, about }]) => [
    `path${key[0]?.toUpperCase()}${key.slice(1)}`,
    setting(variable, path, fallback, `Screen: ${about}; fixed when the pages are built`),
  ]),
) as Record<`path${Capitalize<keyof ScreenPaths>}`, Setting<string>>;

/** Every setting, in the order the documentation lists them. The keys are ours, the names the environment's. */
export const settings = {
  mode: setting(
    'MODE',
    z.enum(['development', 'production']),
    'development',
    'development adds `/testPreview`, its sandbox lender and demo data; production has none of them',
  ),
  host: setting('HOST', text.min(1), '127.0.0.1', 'Address to listen on'),
  port: setting('PORT', wholeNumber(0, 65_535), '3000', 'Port to listen on'),
  dataDirectory: setting(
    'DATA_DIR',
    text.min(1),
    'data',
    'Folder of the embedded database, when `DATABASE_URL` is empty',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    z.union([z.literal(''), z.url({ protocol: /^postgres(ql)?$/ })]),
    '',
    'PostgreSQL to use; empty for the embedded database',
    true,
  ),
  filesBucket: setting(
    'FILES_S3_BUCKET',
    z.string().regex(/^(?:[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])?$/, 'must be the name of a bucket'),
    '',
    'S3 bucket for the images of complaints; empty keeps them in `DATA_DIR/files`',
  ),
  filesEndpoint: setting(
    'FILES_S3_ENDPOINT',
    optionalOrigin,
    '',
    'Address of the S3-compatible server; empty for Amazon S3',
  ),
  filesRegion: setting('FILES_S3_REGION', text.min(1), 'us-east-1', 'Region of the bucket'),
  filesAccessKeyId: setting('FILES_S3_ACCESS_KEY_ID', text, '', 'Access key of the bucket'),
  filesSecretAccessKey: setting('FILES_S3_SECRET_ACCESS_KEY', text, '', 'Secret key of the bucket', true),
  filesKeyPrefix: setting(
    'FILES_S3_PREFIX',
    z.string().regex(/^[A-Za-z0-9._/-]{0,128}$/, 'must be letters, digits and . _ / -'),
    'complaints/',
    'What every key in the bucket begins with',
  ),
  apiBase: setting(
    'API_BASE',
    optionalOrigin,
    '',
    "A lender's own backend that answers the calls; empty for the built-in lending service",
  ),
  h5Base: setting(
    'H5_BASE',
    optionalOrigin,
    '',
    'Address of the pages as borrowers see it; empty for the address listened on',
  ),
  trustedProxyCount: setting(
    'TRUSTED_PROXY_COUNT',
    wholeNumber(0, 10),
    '0',
    'Proxies in front whose `X-Forwarded-For` entry is believed',
  ),
  requestsPerMinute: setting(
    'REQUESTS_PER_MINUTE',
    wholeNumber(1, 1_000_000),
    '600',
    'Requests one address may make in a minute',
  ),
  hostSigningSecret: setting(
    'HOST_SIGNING_SECRET',
    signingSecret,
    '',
    "Secret that the lender's systems sign `/host/` calls with (Standard Webhooks); required in production with the built-in service",
    true,
  ),
  sessionMinutes: setting(
    'SESSION_MINUTES',
    wholeNumber(1, 43_200),
    '120',
    'How long a borrower session lasts unless the host asks for less',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    z.enum(['silent', 'error', 'warn', 'info', 'debug']),
    'info',
    'What is logged',
  ),

  appName: setting('APP_NAME', text.min(1).max(40), 'Llano', 'Name shown in titles and texts'),
  brandColor: setting(
    'BRAND_COLOR',
    brandColor,
    '#0b5f68',
    'The one brand colour; at least 4.5:1 against white',
  ),
  servicePhone: setting(
    'SERVICE_PHONE',
    z.string().regex(/^(\+?[0-9 ()-]{3,20})?$/, 'must be a telephone number'),
    '+52 55 5000 0100',
    'Customer service telephone',
  ),
  serviceEmail: setting(
    'SERVICE_EMAIL',
    z.union([z.literal(''), z.email()]),
    'ayuda@llano.example',
    'Customer service mail address',
  ),
  serviceWhatsapp: setting(
    'SERVICE_WHATSAPP',
    z.string().regex(/^(\+[0-9]{6,15})?$/, 'must be a number with its country code, such as +525550000100'),
    '',
    'Customer service number on WhatsApp; empty for none',
  ),
  lenderName: setting(
    'LENDER_NAME',
    text.min(1).max(120),
    'Llano',
    'Company named as lender and beneficiary',
  ),
  lenderAddress: setting(
    'LENDER_ADDRESS',
    text,
    '',
    "Lender's address, in the legal documents; empty leaves it out",
  ),
  lenderRegistration: setting(
    'LENDER_REGISTRATION',
    text,
    '',
    "Lender's registrations and licences, in the legal documents; empty leaves them out",
  ),
  isContactInboxOn: setting(
    'CONTACT_INBOX',
    onOff,
    'off',
    'on stores what visitors send from the contact page; off keeps nothing',
  ),
  defaultMerchantNumber: setting(
    'DEFAULT_MERCHANT_NUMBER',
    z.string().regex(/^[\w-]{1,64}$/, 'must be letters, digits, _ and -'),
    'LL0001',
    'Merchant number sent when the page address has none',
  ),
  amountStyle: setting(
    'AMOUNT_STYLE',
    z.enum(['dot', 'locale']),
    'dot',
    '`dot` shows 1.234,56; `locale` follows es-MX and en-IN',
  ),
  isLoanMarket: setting(
    'LOAN_MARKET',
    onOff,
    'off',
    'on hides the action buttons of an order once its status is known',
  ),
  imageOrigins: setting(
    'IMAGE_ORIGINS',
    origins,
    '',
    'Origins, comma-separated, that logos and codes may come from besides our own',
  ),
  redirectOrigins: setting(
    'REDIRECT_ORIGINS',
    origins,
    '',
    'Origins, comma-separated, that a page may send the borrower to besides our own',
  ),
  frameAncestors: setting(
    'FRAME_ANCESTORS',
    origins,
    '',
    'Origins, comma-separated, that may show the pages in a frame',
  ),
  androidLink: setting(
    'ANDROID_LINK',
    z.union([z.literal(''), z.url({ protocol: /^https$/ })]),
    '',
    'Where the download page gets the app for Android; Google Play is told where the visitor came from',
  ),
  iphoneLink: setting(
    'IPHONE_LINK',
    z.union([z.literal(''), z.url({ protocol: /^https$/ })]),
    '',
    'Where the download page gets the app for iPhone',
  ),
  providerFeesUrl: setting(
    'PROVIDER_FEES_URL',
    z.union([z.literal(''), z.url({ protocol: /^https$/ })]),
    '',
    "The payment provider's page of fees, linked from the payment instructions",
  ),
  paymentPageUrl: setting(
    'PAYMENT_PAGE_URL',
    z.union([z.literal(''), z.url({ protocol: /^https$/ })]),
    '',
    "The payment provider's page for paying with a card, with `{orderNumber}`, `{amount}` in minor units and `{currency}` to fill in; its origin has to be in `REDIRECT_ORIGINS`",
  ),

  smsGatewayUrl: setting(
    'SMS_GATEWAY_URL',
    z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
    '',
    'Gateway that sends codes by SMS; empty for the inbox of `/testPreview`, and in production for none',
  ),
  smsGatewayMethod: setting('SMS_GATEWAY_METHOD', z.enum(['POST', 'PUT']), 'POST', 'Its method'),
  smsGatewayHeaders: setting(
    'SMS_GATEWAY_HEADERS',
    headers,
    '{}',
    'Its headers as a JSON object, credentials among them',
    true,
  ),
  smsGatewayContentType: setting(
    'SMS_GATEWAY_CONTENT_TYPE',
    text.min(1),
    'application/json',
    'Type of its body: `application/json` or `application/x-www-form-urlencoded`',
  ),
  smsGatewayBody: setting(
    'SMS_GATEWAY_BODY',
    z.string().max(4096),
    '{"to":"{to}","text":"{text}","id":"{messageId}"}',
    'Its body, with `{to}` or `{toDigits}`, `{text}` and `{messageId}` to fill in',
  ),
  isSmsGatewayIdempotent: setting(
    'SMS_GATEWAY_IDEMPOTENT',
    onOff,
    'off',
    'on when it drops a message whose `{messageId}` it knows; only then is a message repeated that may have arrived',
  ),

  speiBank: setting(
    'SPEI_BANK',
    z.string().regex(/^\d{3}$/, 'must be 3 digits'),
    '999',
    'Bank code of the CLABE accounts',
  ),
  speiPlaza: setting(
    'SPEI_PLAZA',
    z.string().regex(/^\d{3}$/, 'must be 3 digits'),
    '180',
    'Plaza code of the CLABE accounts',
  ),
  upiAddress: setting(
    'UPI_ADDRESS',
    z.string().regex(/^[\w.-]{2,64}@[A-Za-z][\w.-]{1,63}$/, 'must be a UPI address'),
    'llano@examplebank',
    'UPI address that repayments are sent to',
  ),
  ifsc: setting(
    'IFSC',
    z.string().regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'must be an IFSC'),
    'LLAN0000001',
    'IFSC of the virtual accounts',
  ),
  virtualAccountBank: setting(
    'VIRTUAL_ACCOUNT_BANK',
    text.min(1).max(60),
    'Llano Bank',
    'Bank of the virtual accounts',
  ),
  virtualAccountPrefix: setting(
    'VIRTUAL_ACCOUNT_PREFIX',
    z.string().regex(/^[A-Z]{2,8}$/, 'must be 2 to 8 capitals'),
    'LLANO',
    'Capitals that every virtual account number begins with',
  ),
  storeReferencePrefix: setting(
    'STORE_REFERENCE_PREFIX',
    z.string().regex(/^\d{4}$/, 'must be 4 digits'),
    '4821',
    'Digits that every store reference begins with',
  ),
  storeChain: setting(
    'STORE_CHAIN',
    text.min(1).max(60),
    'Tiendas de conveniencia',
    'Convenience stores that take cash repayments',
  ),

  ...pathSettings,

  hostPageBindBank: setting('HOST_PAGE_BIND_BANK', link, '', 'Page of the host app: bind a bank account'),
  hostPageBindCard: setting('HOST_PAGE_BIND_CARD', link, '', 'Page of the host app: bind a card'),
  hostPageSetting: setting('HOST_PAGE_SETTING', link, '', 'Page of the host app: settings'),
  hostPageMain: setting('HOST_PAGE_MAIN', link, '/', 'Page of the host app: main'),
  hostPageLogin: setting('HOST_PAGE_LOGIN', link, '', 'Page of the host app: login'),
  hostPageProductDetail: setting(
    'HOST_PAGE_PRODUCT_DETAIL',
    link,
    '',
    'Page of the host app: product detail',
  ),
  hostPageRecommendList: setting(
    'HOST_PAGE_RECOMMEND_LIST',
    link,
    '',
    'Page of the host app: recommended loans',
  ),

  bridgeAndroidObject: setting(
    'BRIDGE_ANDROID_OBJECT',
    identifier,
    'LlanoHost',
    "Name of the Android host's JavaScript interface",
  ),
  bridgeAndroidMethod: setting(
    'BRIDGE_ANDROID_METHOD',
    identifier,
    'postMessage',
    'Its method, which takes a JSON text',
  ),
  bridgeIosHandler: setting(
    'BRIDGE_IOS_HANDLER',
    identifier,
    'LlanoHost',
    'Name of the handler under `webkit.messageHandlers`',
  ),
  deepLinkScheme: setting(
    'DEEP_LINK_SCHEME',
    z
      .string()
      .regex(
        /^(?!javascript$|data$|https?$)([a-z][a-z0-9+.-]{1,30})?$/,
        'must be a scheme of its own, without ://',
      ),
    '',
    "Scheme of the host's deep links; empty for none",
  ),
  ...bridgeActionSettings,
} satisfies Record<string, Setting>;

type ValueOf<S> = S extends Setting<infer Value> ? Value : never;

/** The checked configuration. */
export type Environment = { readonly [Key in keyof typeof settings]: ValueOf<(typeof settings)[Key]> };
