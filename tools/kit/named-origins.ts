import type { Call } from '#contract/call.ts';
import { readOffer } from '#contract/calls/offer.ts';
import { wireSchema } from '#contract/openapi-schema.ts';
import {
  agreementOrigins,
  backendAddress,
  isAddressLike,
  safeImage,
  safeLink,
} from '#contract/safe-address.ts';
import { isRecord } from '#contract/schema-problems.ts';
import { defaultScreenPaths } from '#contract/screen-paths.ts';
import type { TakenTolerance } from '#contract/tolerances.ts';
import type { CheckedBackend } from './bench.ts';

type Schema = Readonly<Record<string, unknown>>;

/** An address in an answer: its path in wire names and how the pages use it. */
export interface NamedAddress {
  readonly field: string;
  readonly shows: 'image' | 'link';
  readonly address: string;
}

/** Lists the addresses in an answer's data. Values that cannot be addresses, such as a code beside its image, are left out. */
export function namedAddresses(call: Call, data: unknown): NamedAddress[] {
  const addresses = addressesIn(data, wireSchema(call.response, 'tolerated'), '');
  return [...new Map(addresses.map((each) => [each.field, each])).values()];
}

function addressesIn(value: unknown, schema: Schema, field: string): NamedAddress[] {
  const kinds = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
  const shows = schema['x-address'] as NamedAddress['shows'] | undefined;
  if ((typeof value === 'string' || typeof value === 'number') && shows) {
    // The pages read numbers as text; 0.5 is not an address.
    const address = String(value);
    return isAddressLike(address) ? [{ field: field || 'data', shows, address }] : [];
  }
  // One text may hold several addresses, separated by commas.
  const list = kinds?.find(({ items }) => (items as Schema | undefined)?.['x-address']);
  if (list && typeof value === 'string') return addressesIn(value.split(','), list, field);
  if (kinds) return kinds.flatMap((kind) => addressesIn(value, kind, field));
  if (Array.isArray(value)) {
    return value.flatMap((each, index) =>
      addressesIn(each, (schema.items ?? {}) as Schema, `${field}[${index}]`),
    );
  }
  if (!isRecord(value)) return [];
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, part]) =>
    addressesIn(value[name], part, field ? `${field}.${name}` : name),
  );
}

type Allowed = Pick<CheckedBackend, 'apiBase' | 'imageOrigins' | 'redirectOrigins' | 'pagePaths'>;

const settings = { image: 'IMAGE_ORIGINS', link: 'REDIRECT_ORIGINS' } as const;

const agreementField = 'isNewContract';

/** Why the pages ignore an address; null when they use it. */
export function addressProblem({ field, shows, address }: NamedAddress, allowed: Allowed): string | null {
  const {
    apiBase,
    imageOrigins = [],
    redirectOrigins = [],
    pagePaths = Object.values(defaultScreenPaths),
  } = allowed;
  if (shows === 'link' && pagePaths.includes(address.split(/[?#]/)[0] ?? '')) return null;
  const whole = backendAddress(address, apiBase);
  const linkOrigins =
    field === agreementField ? [...redirectOrigins, ...agreementOrigins(apiBase, true)] : redirectOrigins;
  const safe = shows === 'image' ? safeImage(whole, imageOrigins) : safeLink(whole, linkOrigins);
  if (safe !== null) return null;
  const origin = originOf(whole);
  if (origin === null)
    return `${field} is no address that the pages ${shows === 'image' ? 'show' : 'follow'}`;
  return `${field} is on ${origin}, which ${settings[shows]} does not name`;
}

export function addressTolerances(call: Call, data: unknown, allowed: Allowed): TakenTolerance[] {
  const leftOut = namedAddresses(call, data).flatMap((named): TakenTolerance[] => {
    const says = addressProblem(named, allowed);
    const id = named.shows === 'image' ? 'image-left-out' : 'link-left-out';
    return says === null ? [] : [{ id, call: call.name, field: named.field, says }];
  });
  if (call.name !== readOffer.name || !isRecord(data)) return leftOut;
  const link = String(data[agreementField] ?? '');
  const says =
    linkProblem(agreementField, backendAddress(link, allowed.apiBase)) ??
    addressProblem({ field: agreementField, shows: 'link', address: link }, allowed);
  return says === null
    ? leftOut
    : [...leftOut, { id: 'agreement-own', call: call.name, field: agreementField, says }];
}

/** Problem of a required link; null when there is none. */
export function linkProblem(field: string, link: unknown): string | null {
  return /^(https?:\/\/|\/(?!\/))/.test(String(link ?? '')) ? null : `${field} is no address or path`;
}

function originOf(address: string): string | null {
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address).origin : null;
}

/** Origins named in answers, for the settings that allow them. */
export interface NamedOrigins {
  readonly IMAGE_ORIGINS: ReadonlySet<string>;
  readonly REDIRECT_ORIGINS: ReadonlySet<string>;
}

/** Collects origins. `add` takes the data of one answer. */
export function createNamedOrigins(): {
  readonly origins: NamedOrigins;
  add(call: Call, data: unknown): void;
} {
  const origins = { IMAGE_ORIGINS: new Set<string>(), REDIRECT_ORIGINS: new Set<string>() };
  return {
    origins: origins,
    add(call, data) {
      for (const { shows, address } of namedAddresses(call, data)) {
        const origin = originOf(address);
        if (origin !== null) origins[settings[shows]].add(origin);
      }
    },
  };
}

/** Settings that allow the collected origins; empty when there are none. */
export function originsText(origins: NamedOrigins): string {
  const lines = Object.entries(origins).flatMap(([variable, origins]: [string, ReadonlySet<string>]) =>
    origins.size === 0 ? [] : [`${variable}=${[...origins].sort().join(',')}`],
  );
  if (lines.length === 0) return '';
  return [
    'Origins in its answers. What the pages may show and lead to has to be allowed, but for their own:',
    ...lines,
    '',
  ].join('\n');
}
