import { z } from 'zod';
import { isBrandColor } from '#domain/site/contrast.ts';

/** One environment variable: what it means, what it is when absent, and what it accepts (CONF-1, CONF-2). */
export interface Setting<Value = unknown> {
  readonly variable: string;
  readonly parser: z.ZodType<Value, string>;
  /** The text that stands in when the variable is absent or empty. */
  readonly fallback: string;
  readonly about: string;
  /** True for a value that must never be printed. */
  readonly isSecret: boolean;
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
  return { variable, parser, fallback, about, isSecret: false };
}

/** A setting whose value must never be printed. */
export function secret<Value>(...given: Parameters<typeof setting<Value>>): Setting<Value> {
  return { ...setting(...given), isSecret: true };
}

/** Any text up to 512 characters. */
export const text = z.string().max(512);
/** A text that is not empty. */
export const name = text.min(1);
/** So many decimal digits. */
export const digits = (count: number) =>
  z.string().regex(new RegExp(`^\\d{${count}}$`), `must be ${count} digits`);
/** A path on the pages' own origin. */
export const path = z.string().regex(/^\/[A-Za-z0-9._~/-]*$/, 'must be a path that begins with /');
/** A JavaScript name. */
export const identifier = z.string().regex(/^[A-Za-z_$][\w$]*$/, 'must be a JavaScript name');
/** What a host may call an action. */
export const actionName = z.string().regex(/^[\w.:-]{1,64}$/, 'must be letters, digits and . : _ -');
/** `on` is true, `off` false. */
export const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
/** An address of such a protocol, or an empty text for none. */
export const addressOrNone = (protocol: RegExp) => z.union([z.literal(''), z.url({ protocol })]);

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
    .pipe(z.int().min(minimum).max(maximum));

const origin = z
  .string()
  .trim()
  .refine((value) => /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value, {
    error: ({ input }) => `${input} is not an origin such as https://example.com`,
  });
/** Origins, comma-separated; a trailing path or slash is refused. */
export const origins = z
  .string()
  .transform((list) => list.split(',').filter((each) => each.trim() !== ''))
  .pipe(z.array(origin));

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

/** HTTP headers as a JSON object. */
export const headers = z
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

/** What a group comes to once it is read. */
export type ValuesOf<Given> =
  Given extends Setting<infer Value> ? Value : { readonly [Key in keyof Given]: ValuesOf<Given[Key]> };

/** Every setting below a group, in order. */
export function settingsIn(group: SettingGroup): readonly Setting[] {
  return Object.values(group).flatMap((entry) => (isSetting(entry) ? [entry] : settingsIn(entry)));
}

/** Whether an entry of the schema is a setting and not a group. */
export function isSetting(entry: Setting | SettingGroup): entry is Setting {
  return 'parser' in entry;
}
