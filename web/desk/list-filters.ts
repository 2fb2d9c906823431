import { CodedError } from '#domain/error-code.ts';

/** Allowed values of a filter: a list, a pattern, or any text (the call checks it). */
export type FilterRule = readonly string[] | RegExp | 'text';

export type FilterRules<Name extends string = string> = Readonly<Record<Name, FilterRule>>;

export type Query<Name extends string = string> = { readonly [each in Name]?: string };

/** Who a matter is assigned to: the reader, nobody, or the person with an id. */
export const holderPattern = /^(?:me|nobody|[0-9a-f-]{36})$/;
export const amountPattern = /^[\d.,]{1,20}$/;

function isAllowed(rule: FilterRule, text: string): boolean {
  if (rule === 'text') return true;
  return rule instanceof RegExp ? rule.test(text) : rule.includes(text);
}

/** Reads the filters of an address; ignores values that are not allowed. */
export function queryOf<Name extends string>(rules: FilterRules<Name>, text: URLSearchParams): Query<Name> {
  const given = Object.entries<FilterRule>(rules).flatMap(([name, rule]) => {
    const value = text.get(name) ?? '';
    return value !== '' && isAllowed(rule, value) ? [[name, value]] : [];
  });
  return Object.fromEntries(given) as Query<Name>;
}

/** Reads the filters of a file's address. @throws CodedError 'request-invalid' for a value that is not allowed. */
export function strictQueryOf<Name extends string>(
  rules: FilterRules<Name>,
  text: URLSearchParams,
): Query<Name> {
  const query = queryOf(rules, text);
  const unknown = Object.keys(rules).find((name) => text.get(name) && !Object.hasOwn(query, name));
  if (unknown !== undefined) throw new CodedError('request-invalid', unknown);
  return query;
}
