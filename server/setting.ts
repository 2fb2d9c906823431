import type { z } from 'zod';

/** One environment variable: what it means, what it is when absent, and what it accepts (CONF-1, CONF-2). */
export interface Setting<Value = unknown> {
  readonly variable: string;
  readonly parser: z.ZodType<Value, string>;
  /** Text used if the variable is absent or empty. */
  readonly fallback: string;
  readonly about: string;
  /** True for a value that must never be printed. */
  readonly isSecret: boolean;
  /** Whether the fallback is made up; production then requires another value. */
  readonly isStandIn: boolean;
}

/** Settings of one consumer, nested in the form that it takes. */
export interface SettingGroup {
  readonly [key: string]: Setting | SettingGroup;
}

type UnexplainedSetting<Value> = Omit<Setting<Value>, 'about'> & {
  /** Adds the sentence of docs/configuration.md. */
  means(about: string): Setting<Value>;
};

/** A setting that is optional, or has a default that suits production too. */
export function setting<Value>(
  variable: string,
  parser: z.ZodType<Value, string>,
  fallback = '',
): UnexplainedSetting<Value> {
  return unexplained({ variable, parser, fallback, isSecret: false, isStandIn: false });
}

export function secret<Value>(variable: string, parser: z.ZodType<Value, string>, fallback = '') {
  return unexplained({ variable, parser, fallback, isSecret: true, isStandIn: false });
}

/** A fact of the lender whose default is made up for development; production refuses the default. */
export function placeholder<Value>(variable: string, parser: z.ZodType<Value, string>, fallback = '') {
  return unexplained({ variable, parser, fallback, isSecret: false, isStandIn: true });
}

function unexplained<Value>(row: Omit<Setting<Value>, 'about'>): UnexplainedSetting<Value> {
  return { ...row, means: (about) => ({ ...row, about }) };
}

export type ValuesOf<Read> =
  Read extends Setting<infer Value> ? Value : { readonly [Key in keyof Read]: ValuesOf<Read[Key]> };

export function settingsIn(group: SettingGroup): readonly Setting[] {
  return Object.values(group).flatMap((entry) => (isSetting(entry) ? [entry] : settingsIn(entry)));
}

export function isSetting(entry: Setting | SettingGroup): entry is Setting {
  return 'parser' in entry;
}
