import { createPublicKey } from 'node:crypto';
import { z } from 'zod';
import { telephoneAddress } from '#domain/bridge/actions.ts';
import { typedDay } from '#domain/calendar.ts';
import { deskRoles } from '#domain/desk/role.ts';
import { allMarkets, marketOf } from '#domain/market.ts';
import { settableKinds } from '#domain/matter/matter.ts';
import { isClabePrefix } from '#domain/repayment/clabe.ts';
import { isIfsc } from '#domain/repayment/ifsc.ts';
import { isStoreReferencePrefix } from '#domain/repayment/store-reference.ts';
import { isUpiAddress, isUpiPayeeName } from '#domain/repayment/upi.ts';
import { csvSources } from '#domain/settlement/settlement.ts';
import { isBrandColor } from '#domain/site/contrast.ts';
import { sendPurposes } from '#domain/sms/send-limit.ts';
import { mailtoAddress, whatsappAddress } from '#domain/support/contact-address.ts';
import { registeredTextProblem } from '#providers/sms/registered-text.ts';
import { twilioGateways } from '#providers/sms/twilio/account.ts';

/** Ways messages go, by the names that settings, the log and the paths of reports know them by. */
const smsGatewayNames = ['sms', 'sms-second', twilioGateways.sms, twilioGateways.whatsapp] as const;

/** One environment variable: what it means, what it is when absent, and what it accepts (CONF-1, CONF-2). */
export interface Setting<Value = unknown> {
  readonly variable: string;
  readonly parser: z.ZodType<Value, string>;
  /** The text that stands in when the variable is absent or empty. */
  readonly fallback: string;
  readonly about: string;
  /** True for a value that must never be printed. */
  readonly isSecret: boolean;
  /** True where the fallback is made up, so that production has to be given another. */
  readonly isStandIn: boolean;
}

/** Settings of one consumer, nested as it takes them. */
export interface SettingGroup {
  readonly [key: string]: Setting | SettingGroup;
}

/** A setting: its variable, what it accepts, its default and its meaning. */
export function setting<Value>(
  variable: string,
  parser: z.ZodType<Value, string>,
  fallback: string,
  about: string,
): Setting<Value> {
  return { variable, parser, fallback, about, isSecret: false, isStandIn: false };
}

/** A setting whose value must never be printed. */
export function secret<Value>(...parameters: Parameters<typeof setting<Value>>): Setting<Value> {
  return { ...setting(...parameters), isSecret: true };
}

/** A fact of the lender whose fallback is made up for development; production refuses it (`productionProblems`). */
export function placeholder<Value>(...parameters: Parameters<typeof setting<Value>>): Setting<Value> {
  return { ...setting(...parameters), isStandIn: true };
}

/** Any text up to 512 characters. */
export const text = z.string().max(512);
/** A text that is not empty. */
export const name = text.min(1);
/** A text that one of the domain's own checks accepts: the one that guards its use, so that nothing passes here and fails there. */
const checked = (isRight: (value: string) => boolean, rule: string) => z.string().refine(isRight, rule);
const checkedOrNone = (isRight: (value: string) => boolean, rule: string) =>
  checked((value) => value === '' || isRight(value), rule);

/** The bank or the plaza of a CLABE. */
export const clabePrefix = checked(isClabePrefix, 'must be 6 to 12 digits');
/** A public RSA key of 2048 bits or more, as base64 of its SubjectPublicKeyInfo. */
export const publicKeyOrNone = checkedOrNone(isPublicKey, 'must be a public RSA key in base64');

function isPublicKey(text: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048;
  } catch {
    return false;
  }
}

/** What every store reference begins with. */
export const storeReferencePrefix = checked(isStoreReferencePrefix, 'must be 4 digits');
/** A UPI address. */
export const upiAddress = checked(isUpiAddress, 'must be a UPI address such as lender@bank');
/** An IFSC. */
export const ifsc = checked(isIfsc, 'must be an IFSC such as HDFC0001234');
/** What every virtual account number begins with. */
export const virtualAccountPrefix = z.string().regex(/^[A-Z]{2,8}$/, 'must be 2 to 8 capitals');

/** A lender's name, which UPI links carry too. */
export const lenderName = checked(isUpiPayeeName, 'must be at most 99 characters');
export const lenderNameOrNone = checkedOrNone(isUpiPayeeName, 'must be at most 99 characters');
/** A number that can be called, or an empty text for none. */
export const telephoneOrNone = checkedOrNone(
  (value) => telephoneAddress(value) !== null,
  'must be a telephone number',
);
/** A mail address that can be written to, or an empty text for none. */
export const emailOrNone = checkedOrNone(
  (value) => z.email().safeParse(value).success && mailtoAddress(value) !== null,
  'must be a mail address',
);
/** A number with its country code, or an empty text for none. */
export const whatsappOrNone = checkedOrNone(
  (value) => /^\+[0-9]{6,15}$/.test(value) && whatsappAddress(value) !== null,
  `must be a number with its country code, such as +${marketOf[allMarkets[0]].telephone.callingCode}5550000100`,
);

const placeholderOrigin = 'https://own.invalid';
/** A path on the pages' own origin, written as a browser writes it. */
export const path = checked(
  (value) =>
    /^\/[A-Za-z0-9._~/-]*$/.test(value) &&
    URL.canParse(value, placeholderOrigin) &&
    new URL(value, placeholderOrigin).href === placeholderOrigin + value,
  'must be a path that begins with one /',
);

/** Markets, comma-separated, at least one and each once; in capitals or not. */
export const marketList = z
  .string()
  .transform((list) => list.split(',').map((each) => each.trim().toUpperCase()))
  .pipe(
    z
      .array(z.enum(allMarkets, 'must be MX, IN or both'))
      .refine((markets) => new Set(markets).size === markets.length, 'must name a market once'),
  );

/** What a provider of payments is called; which there are is for the composition to know. */
export const providerName = z
  .string()
  .regex(/^[a-z]{0,32}$/, 'must be the name of a provider in small letters');

/** A JavaScript name. */
export const identifier = z.string().regex(/^[A-Za-z_$][\w$]*$/, 'must be a JavaScript name');
/** What a host may call an action. */
export const actionName = z.string().regex(/^[\w.:-]{1,64}$/, 'must be letters, digits and . : _ -');
/** `on` is true, `off` false. */
export const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
/** What stands between the slashes of an address and its path: a host and a port, and no user or password. */
const authorityForm = /^(?:\[[0-9a-f:.]+\]|[^\s@,:'"[\]]+)(?::\d+)?$/i;
const isAddress = (value: string, form: RegExp) => {
  const [, authority = ''] = form.exec(value) ?? [];
  return authorityForm.test(authority) && !/\s/.test(value) && URL.canParse(value);
};
const addressRule = 'must be an address such as https://example.com, without a user or password in it';
/** An address of the web that names no user and password, or an empty text for none. */
export const addressOrNone = checkedOrNone((value) => isAddress(value, /^https?:\/\/([^/?#]*)/), addressRule);
/** The same, by TLS. */
export const tlsAddressOrNone = checkedOrNone(
  (value) => isAddress(value, /^https:\/\/([^/?#]*)/),
  addressRule,
);

/** A database of PostgreSQL, or an empty text for the embedded one. */
export const databaseAddressOrNone = checkedOrNone(
  (value) =>
    /^postgres(?:ql)?:\/\/\S/i.test(value) &&
    URL.canParse(value) &&
    /^\/?[^/,]*$/.test(new URL(value).pathname),
  'must be an address such as postgres://role:password@host:5432/database; in a password / is written %2F, # %23, ? %3F, @ %40, : %3A and % %25',
);

const appAddress = /^(?!(?:javascript|data|vbscript|blob|file):)[a-z][a-z0-9+.-]*:\/\/\S+$/i;
/** A path, an address of the web or of an app, or an empty text; nothing that runs as script. */
export const link = z
  .string()
  .refine((value) => value === '' || path.safeParse(value).success || appAddress.test(value), {
    error: 'must be a path, an address or empty',
  });

/** A whole number within both bounds. */
export const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine(
      (value) => value >= minimum && value <= maximum,
      `must be a whole number from ${minimum} to ${maximum}`,
    );

/** A port, 0 for a free one, or an empty text for none. */
export const portOrNone = z.union(
  [z.literal('').transform(() => null), wholeNumber(0, 65_535)],
  'must be a port from 0 to 65535',
);

const originForm = /^https?:\/\/(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d+)?$/;
const isOrigin = (value: string) =>
  originForm.test(value) && URL.canParse(value) && new URL(value).origin === value;
/** An origin, or an empty text for none; a path or a slash after it is refused. */
export const originOrNone = checkedOrNone(isOrigin, 'must be an origin such as https://example.com');

const listOf = (isRight: (value: string) => boolean, error: string) =>
  z
    .string()
    .transform((list) => list.split(',').filter((each) => each.trim() !== ''))
    .pipe(z.array(z.string().trim().refine(isRight, { error })));
const originsError = 'must be origins such as https://example.com, comma-separated';
/** Origins, comma-separated; each is compared as a whole. */
export const origins = listOf(isOrigin, originsError);
/** Origins, comma-separated, for a header in which `https://*.example.com` stands for every host below one. */
export const originPatterns = listOf((value) => isOrigin(value.replace('://*.', '://any.')), originsError);
/** Hosts, comma-separated, as they stand in addresses. */
export const hosts = listOf(
  (value) => URL.canParse(`http://${value}`) && new URL(`http://${value}`).hostname === value,
  'must be hosts such as files or 10.0.0.7, without a port, comma-separated',
);
/** Bank holidays, comma-separated: regions whose lists are known, days, and years that have none besides. */
export const bankHolidays = (regions: readonly string[]) =>
  listOf(
    (value) => regions.includes(value) || /^20\d\d$/.test(value) || typedDay(value) === value,
    `must be ${[...regions, 'days such as 2027-12-25', 'years such as 2027'].join(', ')}, comma-separated`,
  );
/** Codes of answers, comma-separated. */
export const answerCodes = listOf(
  (value) => /^[\w.-]{1,64}$/.test(value),
  'must be codes of letters, digits and . _ -, comma-separated',
);

/** `#rrggbb`, dark enough to be read on white. */
export const brandColor = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { error: 'must be a colour such as #0b5f68', abort: true })
  .refine(isBrandColor, 'has less than 4.5:1 contrast against white');

/** A Standard Webhooks secret, or an empty text for none. */
export const signingSecret = z.union([
  z.literal(''),
  z.string().regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'must be whsec_ and at least 24 bytes in base64'),
]);

/** The value of an HTTP header. */
export const headerValue = name.regex(/^[\x20-\x7e]*$/, 'must be printable ASCII');
/** A secret that keys are made from, or an empty text for none. */
export const masterSecret = z.union([
  z.literal(''),
  z.string().regex(/^[\x21-\x7e]{32,512}$/, 'must be 32 to 512 characters without spaces'),
]);

const jsonText = z
  .string()
  .max(4096)
  .transform((value, context): unknown => {
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON' });
      return z.NEVER;
    }
  });

/** A path into JSON such as `messages.0.id`, or an empty text for none. */
export const jsonPathOrNone = z
  .string()
  .regex(/^([\w-]+(\.[\w-]+)*)?$/, 'must be a path such as messages.0.id');

/** Which answers of a gateway are a yes: a path, and after `=` what may stand there, comma-separated. */
export const acceptRule = z
  .string()
  .max(512)
  .transform((rule) => {
    const [path = '', ...values] = rule.split('=');
    return { path, values: values.length === 0 ? [] : values.join('=').split(',') };
  })
  .pipe(z.object({ path: jsonPathOrNone, values: z.array(name) }));

/** Days around a due day, comma-separated. */
export const reminderDays = z
  .string()
  .regex(/^-?\d{1,2}(,-?\d{1,2})*$/, 'must be whole numbers, comma-separated')
  .transform((days) => [...new Set(days.split(',').map(Number))])
  .refine((days) => days.every((day) => Math.abs(day) <= 30), 'must be from -30 to 30');

/** Hours of a day as `9-20`. */
export const reminderHours = z
  .string()
  .regex(/^\d{1,2}-\d{1,2}$/, 'must be two hours such as 9-20')
  .transform((hours) => hours.split('-').map(Number) as [number, number])
  .refine(([from, until]) => from < until && until <= 24, 'must begin before they end, by 24 at the latest');

/** Texts registered with a gateway, by purpose and language. */
export const registeredTexts = jsonText.pipe(
  z
    .partialRecord(
      z.enum(sendPurposes),
      z.record(
        z.string().regex(/^[a-z]{2}$/),
        z.object({ id: text.default(''), text: z.string().max(1000).default('') }),
      ),
      'must give texts by purpose and language',
    )
    .superRefine((texts, context) => {
      for (const purpose of sendPurposes) {
        for (const each of Object.values(texts[purpose] ?? {})) {
          const message = registeredTextProblem(purpose, each);
          if (message !== null) context.addIssue({ code: 'custom', message });
        }
      }
    }),
);

const words = z.array(name).default([]);
/** Where a gateway's delivery report says what. */
export const reportForm = jsonText.pipe(
  z.strictObject({
    list: jsonPathOrNone.default(''),
    id: jsonPathOrNone.min(1),
    idOf: z.enum(['message-id', 'gateway-message-id']).default('message-id'),
    status: jsonPathOrNone.min(1),
    failure: jsonPathOrNone.default(''),
    onItsWay: words,
    delivered: words,
    undelivered: words,
  }),
);

/** What a gateway proves its reports with, or an empty text for none. */
export const reportSecret = z.union([
  z.literal(''),
  z.string().regex(/^[\x21-\x7e]{16,512}$/, 'must be 16 to 512 characters without spaces'),
]);

/** Names of the ways messages go, in order, each once; none for all. */
export const smsGatewayList = z
  .string()
  .transform((list) => list.split(',').flatMap((each) => each.trim() || []))
  .pipe(
    z
      .array(z.enum(smsGatewayNames, `must be among ${smsGatewayNames.join(', ')}`))
      .refine((names) => new Set(names).size === names.length, 'must name a way once'),
  );

/** For each role of the desk the groups, as the identity provider names them, that make it. */
export const groupsOfRole = jsonText.pipe(
  z.partialRecord(z.enum(deskRoles), z.array(name), 'must give lists of groups to roles of the desk'),
);

const highestAmountMinor = 999_999_999;
const minorUnits = z.int().min(0).max(highestAmountMinor);

/** What one person may move alone, in minor units: a number, or one for each role as a JSON object. */
export const amountLimit = jsonText.pipe(
  z.union([minorUnits, z.partialRecord(z.enum(deskRoles), minorUnits)], {
    error: `must be a whole number from 0 to ${highestAmountMinor}, or give one to roles of the desk`,
  }),
);

/** Hours in which matters of some kinds are answered, as a JSON object. */
export const answerHours = jsonText.pipe(
  z.partialRecord(z.enum(settableKinds), z.int().min(1).max(2160), {
    error: `must give whole hours from 1 to 2160 to ${settableKinds.join(', ')}`,
  }),
);

/** How the lender's own settlement files differ from what is published, by their source. */
export const settlementLayouts = jsonText.pipe(
  z.partialRecord(
    z.enum(csvSources),
    z.strictObject({
      columns: z.record(name, name).optional(),
      unit: z.enum(['major', 'minor']).optional(),
    }),
    { error: `must give columns and a unit, major or minor, to ${csvSources.join(', ')}` },
  ),
);

/** HTTP headers as a JSON object. */
export const headers = z
  .string()
  .max(4096)
  .transform((value, context): Record<string, string> => {
    try {
      const parsed = z.record(z.string().regex(/^[\w-]+$/), headerValue.or(z.literal('')));
      return parsed.parse(JSON.parse(value));
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a JSON object of header names and values' });
      return {};
    }
  });

/** What a group comes to once it is read. */
export type ValuesOf<Read> =
  Read extends Setting<infer Value> ? Value : { readonly [Key in keyof Read]: ValuesOf<Read[Key]> };

/** Every setting below a group, in order. */
export function settingsIn(group: SettingGroup): readonly Setting[] {
  return Object.values(group).flatMap((entry) => (isSetting(entry) ? [entry] : settingsIn(entry)));
}

/** Whether an entry of the schema is a setting and not a group. */
export function isSetting(entry: Setting | SettingGroup): entry is Setting {
  return 'parser' in entry;
}
