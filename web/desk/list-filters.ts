import { CodedError } from '#domain/error-code.ts';

/** What a parameter of the address may say: one of some words, a pattern, or any text that the call itself checks. */
export type FilterRule = readonly string[] | RegExp | 'text';

/** The filters of a list, by the names of their parameters in the address. */
export type FilterRules<Name extends string = string> = Readonly<Record<Name, FilterRule>>;

/** The filters that an address names, each as written there. */
export type Query<Name extends string = string> = { readonly [each in Name]?: string };

/** A filter for staff: oneself, nobody, or a person's id. */
export const holderPattern = /^(?:me|nobody|[0-9a-f-]{36})$/;
/** An amount as somebody types it. */
export const amountPattern = /^[\d.,]{1,20}$/;

function isAllowed(rule: FilterRule, text: string): boolean {
  if (rule === 'text') return true;
  return rule instanceof RegExp ? rule.test(text) : rule.includes(text);
}

/** Reads the filters of a list from an address; leaves out what its rules do not know. */
export function queryOf<Name extends string>(rules: FilterRules<Name>, text: URLSearchParams): Query<Name> {
  const given = Object.entries<FilterRule>(rules).flatMap(([name, rule]) => {
    const value = text.get(name) ?? '';
    return value !== '' && isAllowed(rule, value) ? [[name, value]] : [];
  });
  return Object.fromEntries(given) as Query<Name>;
}

/** The same for a file, which has no rows that its address did not ask for. @throws CodedError 'request-invalid'. */
export function strictQueryOf<Name extends string>(
  rules: FilterRules<Name>,
  text: URLSearchParams,
): Query<Name> {
  const query = queryOf(rules, text);
  const unknown = Object.keys(rules).find((name) => text.get(name) && !Object.hasOwn(query, name));
  if (unknown !== undefined) throw new CodedError('request-invalid', unknown);
  return query;
}
