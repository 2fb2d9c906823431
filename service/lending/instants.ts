type InstantName = 'answerBy' | 'at' | 'comparedSince' | 'timestamp' | 'validUntil' | `${string}At`;

type Plain = string | number | boolean | null | undefined;

/** An answer of the contract whose instants may still be dates; `datesToText` writes them. */
export type WithDates<Value> = unknown extends Value
  ? Value
  : Value extends Plain
    ? Value
    : Value extends readonly (infer Item)[]
      ? readonly WithDates<Item>[]
      : {
          readonly [Name in keyof Value]:
            | WithDates<Value[Name]>
            | (Name extends InstantName ? (string extends Value[Name] ? Date : never) : never);
        };

/** Writes each date of an answer as the contract does: ISO 8601 in UTC. Parts without a date are not copied. */
export function datesToText(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(datesToText);
  if (typeof value !== 'object' || value === null) return value;
  const parts = value as Record<string, unknown>;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(parts)) {
    const text = datesToText(parts[name]);
    if (text === parts[name]) continue;
    copy ??= { ...parts };
    copy[name] = text;
  }
  return copy ?? value;
}
