import { createPublicKey } from 'node:crypto';
import { z } from 'zod';
import { lenderTextGaps, usualLenderTexts } from '#content/messages/borrower-message.ts';
import { telephoneAddress } from '#domain/bridge/actions.ts';
import { typedDay } from '#domain/calendar.ts';
import { deskRoles } from '#domain/desk/role.ts';
import { allMarkets, marketOf } from '#domain/market.ts';
import { settableKinds } from '#domain/matter/matter.ts';
import { reminderDayMax } from '#domain/reminder/reminder-channel.ts';
import { isClabePrefix } from '#domain/repayment/clabe.ts';
import { isIfsc } from '#domain/repayment/ifsc.ts';
import { isUpiAddress, isUpiPayeeName } from '#domain/repayment/upi.ts';
import { csvSources } from '#domain/settlement/settlement.ts';
import { isBrandColor } from '#domain/site/contrast.ts';
import { sendPurposes } from '#domain/sms/send-limit.ts';
import { mailtoAddress, whatsappAddress } from '#domain/support/contact-address.ts';
import { registeredTextProblem } from '#providers/sms/registered-text.ts';
import { twilioGateways } from '#providers/sms/twilio/account.ts';

/** Names of SMS gateways in settings, in the log and in the paths of delivery reports. */
const smsGatewayNames = ['sms', 'sms-second', twilioGateways.sms, twilioGateways.whatsapp] as const;

/** @param rule shown after the variable's name when a value does not match, such as "must be 4 digits". */
export const matching = (form: RegExp, rule: string) => z.string().regex(form, rule);
export const matchingOrNone = (form: RegExp, rule: string) => z.union([z.literal(''), matching(form, rule)]);
export const text = z.string().max(512);
export const name = text.min(1);
/** Uses the check of the module that takes the value, so that nothing passes here and fails there. */
const checked = (isRight: (value: string) => boolean, rule: string) => z.string().refine(isRight, rule);
const checkedOrNone = (isRight: (value: string) => boolean, rule: string) =>
  checked((value) => value === '' || isRight(value), rule);

export const clabePrefix = checked(isClabePrefix, 'must be 6 to 12 digits');
/** An RSA key of 2048 bits or more, its SubjectPublicKeyInfo in base64. */
export const publicKeyOrNone = checkedOrNone(isPublicKey, 'must be a public RSA key in base64');

function isPublicKey(text: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048;
  } catch {
    return false;
  }
}

export const upiAddress = checked(isUpiAddress, 'must be a UPI address such as lender@bank');
export const ifsc = checked(isIfsc, 'must be an IFSC such as HDFC0001234');
export const virtualAccountPrefix = matching(/^[A-Z]{2,8}$/, 'must be 2 to 8 capitals');

/** UPI links carry the name, and allow 99 characters. */
export const lenderName = checked(isUpiPayeeName, 'must be at most 99 characters');
export const lenderNameOrNone = checkedOrNone(isUpiPayeeName, 'must be at most 99 characters');
export const telephoneOrNone = checkedOrNone(
  (value) => telephoneAddress(value) !== null,
  'must be a telephone number',
);
export const emailOrNone = checkedOrNone(
  (value) => z.email().safeParse(value).success && mailtoAddress(value) !== null,
  'must be a mail address',
);
export const whatsappOrNone = checkedOrNone(
  (value) => /^\+[0-9]{6,15}$/.test(value) && whatsappAddress(value) !== null,
  `must be a number with its country code, such as +${marketOf[allMarkets[0]].telephone.callingCode}5550000100`,
);

const placeholderOrigin = 'https://own.invalid';
/** A path on our own origin, in the form in which a browser sends it. */
export const path = checked(
  (value) =>
    /^\/[A-Za-z0-9._~/-]*$/.test(value) &&
    URL.canParse(value, placeholderOrigin) &&
    new URL(value, placeholderOrigin).href === placeholderOrigin + value,
  'must be a path that begins with one /',
);

export const marketList = z
  .string()
  .transform((list) => list.split(',').map((each) => each.trim().toUpperCase()))
  .pipe(
    z
      .array(z.enum(allMarkets, 'must be MX, IN or both'))
      .refine((markets) => new Set(markets).size === markets.length, 'must name a market once'),
  );

/** `paymentProviderProblems` checks that the provider exists. */
export const providerName = matching(/^[a-z]{0,32}$/, 'must be the name of a provider in small letters');

export const identifier = matching(/^[A-Za-z_$][\w$]*$/, 'must be a JavaScript name');
export const actionName = matching(/^[\w.:-]{1,64}$/, 'must be letters, digits and . : _ -');
export const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
/** Host and port of an address, without user or password. */
const authorityForm = /^(?:\[[0-9a-f:.]+\]|[^\s@,:'"[\]]+)(?::\d+)?$/i;
const isAddress = (value: string, form: RegExp) => {
  const [, authority = ''] = form.exec(value) ?? [];
  return authorityForm.test(authority) && !/\s/.test(value) && URL.canParse(value);
};
const addressRule = 'must be an address such as https://example.com, without a user or password in it';
export const addressOrNone = checkedOrNone((value) => isAddress(value, /^https?:\/\/([^/?#]*)/), addressRule);
export const tlsAddressOrNone = checkedOrNone(
  (value) => isAddress(value, /^https:\/\/([^/?#]*)/),
  addressRule,
);

export const databaseAddressOrNone = checkedOrNone(
  (value) =>
    /^postgres(?:ql)?:\/\/\S/i.test(value) &&
    URL.canParse(value) &&
    /^\/?[^/,]*$/.test(new URL(value).pathname),
  'must be an address such as postgres://role:password@host:5432/database; in a password / is written %2F, # %23, ? %3F, @ %40, : %3A and % %25',
);

const appAddress = /^(?!(?:javascript|data|vbscript|blob|file):)[a-z][a-z0-9+.-]*:\/\/\S+$/i;
/** A path, or an address of the web or of an app; never one that runs as script. */
export const link = z
  .string()
  .refine((value) => value === '' || path.safeParse(value).success || appAddress.test(value), {
    error: 'must be a path, an address or empty',
  });

export const wholeNumber = (minimum: number, maximum: number) =>
  matching(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine(
      (value) => value >= minimum && value <= maximum,
      `must be a whole number from ${minimum} to ${maximum}`,
    );

export const portOrNone = z.union(
  [z.literal('').transform(() => null), wholeNumber(0, 65_535)],
  'must be a port from 0 to 65535',
);

const originForm = /^https?:\/\/(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d+)?$/;
const isOrigin = (value: string) =>
  originForm.test(value) && URL.canParse(value) && new URL(value).origin === value;
export const originOrNone = checkedOrNone(isOrigin, 'must be an origin such as https://example.com');

const listOf = (isRight: (value: string) => boolean, error: string) =>
  z
    .string()
    .transform((list) => list.split(',').filter((each) => each.trim() !== ''))
    .pipe(z.array(z.string().trim().refine(isRight, { error })));
const originsError = 'must be origins such as https://example.com, comma-separated';
export const origins = listOf(isOrigin, originsError);
/** Origins for a header in which `https://*.example.com` stands for every subdomain. */
export const originPatterns = listOf((value) => isOrigin(value.replace('://*.', '://any.')), originsError);
export const hosts = listOf(
  (value) => URL.canParse(`http://${value}`) && new URL(`http://${value}`).hostname === value,
  'must be hosts such as files or 10.0.0.7, without a port, comma-separated',
);
/** Regions whose holidays are known, single days, and years without further holidays. */
export const bankHolidays = (regions: readonly string[]) =>
  listOf(
    (value) => regions.includes(value) || /^20\d\d$/.test(value) || typedDay(value) === value,
    `must be ${[...regions, 'days such as 2027-12-25', 'years such as 2027'].join(', ')}, comma-separated`,
  );
export const answerCodes = listOf(
  (value) => /^[\w.-]{1,64}$/.test(value),
  'must be codes of letters, digits and . _ -, comma-separated',
);

export const brandColor = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { error: 'must be a colour such as #0b5f68', abort: true })
  .refine(isBrandColor, 'has less than 4.5:1 contrast against white');

export const signingSecret = matchingOrNone(
  /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/,
  'must be whsec_ and at least 24 bytes in base64',
);

export const headerValue = name.regex(/^[\x20-\x7e]*$/, 'must be printable ASCII');
export const masterSecret = matchingOrNone(
  /^[\x21-\x7e]{32,512}$/,
  'must be 32 to 512 characters without spaces',
);

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

export const jsonPathOrNone = matching(/^([\w-]+(\.[\w-]+)*)?$/, 'must be a path such as messages.0.id');

/** A JSON path and, after `=`, the accepted values: `messages.0.status=queued,sent`. */
export const acceptRule = z
  .string()
  .max(512)
  .transform((rule) => {
    const [path = '', ...values] = rule.split('=');
    return { path, values: values.length === 0 ? [] : values.join('=').split(',') };
  })
  .pipe(z.object({ path: jsonPathOrNone, values: z.array(name) }));

export const reminderDays = matching(/^-?\d{1,2}(,-?\d{1,2})*$/, 'must be whole numbers, comma-separated')
  .transform((days) => [...new Set(days.split(',').map(Number))])
  .refine(
    (days) => days.every((day) => Math.abs(day) <= reminderDayMax),
    `must be from -${reminderDayMax} to ${reminderDayMax}`,
  );

export const reminderHours = matching(/^\d{1,2}-\d{1,2}$/, 'must be two hours such as 9-20')
  .transform((hours) => hours.split('-').map(Number) as [number, number])
  .refine(([from, until]) => from < until && until <= 24, 'must begin before they end, by 24 at the latest');

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

export const reportSecret = matchingOrNone(
  /^[\x21-\x7e]{16,512}$/,
  'must be 16 to 512 characters without spaces',
);

export const smsGatewayList = z
  .string()
  .transform((list) => list.split(',').flatMap((each) => each.trim() || []))
  .pipe(
    z
      .array(z.enum(smsGatewayNames, `must be among ${smsGatewayNames.join(', ')}`))
      .refine((names) => new Set(names).size === names.length, 'must name a way once'),
  );

export const groupsOfRole = jsonText.pipe(
  z.partialRecord(z.enum(deskRoles), z.array(name), 'must give lists of groups to roles of the desk'),
);

const highestAmountMinor = 999_999_999;
const minorUnits = z.int().min(0).max(highestAmountMinor);

/** One amount in minor units, or one for each staff role as a JSON object. */
export const amountLimit = jsonText.pipe(
  z.union([minorUnits, z.partialRecord(z.enum(deskRoles), minorUnits)], {
    error: `must be a whole number from 0 to ${highestAmountMinor}, or give one to roles of the desk`,
  }),
);

export const answerHours = jsonText.pipe(
  z.partialRecord(z.enum(settableKinds), z.int().min(1).max(2160), {
    error: `must give whole hours from 1 to 2160 to ${settableKinds.join(', ')}`,
  }),
);

const lenderText = name
  .max(600)
  .refine(
    (words) =>
      [...words.matchAll(/\{([^}]*)\}/g)].every(([, gap]) => lenderTextGaps.some((each) => each === gap)),
    `must have no other gaps than {${lenderTextGaps.join('}, {')}}`,
  );

export const lenderTexts = jsonText
  .pipe(
    z.record(
      matching(/^[a-z][a-z-]{0,39}$/, 'must be a name in small letters and hyphens'),
      z.strictObject({ es: lenderText, en: lenderText }),
    ),
  )
  .transform((texts) => (Object.keys(texts).length === 0 ? usualLenderTexts : texts));

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
