/** What the names of fields with images have in them. */
const imageName = /img|image|logo|icon|barcode|qrcode/i;

/** Origins that a backend names in its answers, for the settings that allow them. */
export interface NamedOrigins {
  readonly IMAGE_ORIGINS: ReadonlySet<string>;
  readonly REDIRECT_ORIGINS: ReadonlySet<string>;
}

/** Gathers the origins of the addresses in answers: `add` takes the JSON of one. */
export function createNamedOrigins(): { readonly named: NamedOrigins; add(body: unknown): void } {
  const named = { IMAGE_ORIGINS: new Set<string>(), REDIRECT_ORIGINS: new Set<string>() };
  const add = (value: unknown, name = ''): void => {
    if (Array.isArray(value)) {
      for (const each of value) add(each, name);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value)) add(each, key);
    } else if (typeof value === 'string' && /^https?:\/\/\S+$/i.test(value) && URL.canParse(value)) {
      named[imageName.test(name) ? 'IMAGE_ORIGINS' : 'REDIRECT_ORIGINS'].add(new URL(value).origin);
    }
  };
  return { named, add: (body) => add(body) };
}

/** The settings that have the pages show what the backend names; empty where it names nothing. */
export function originsText(named: NamedOrigins): string {
  const lines = Object.entries(named).flatMap(([variable, origins]: [string, ReadonlySet<string>]) =>
    origins.size === 0 ? [] : [`${variable}=${[...origins].sort().join(',')}`],
  );
  if (lines.length === 0) return '';
  return [
    'Origins in its answers. What the pages may show and lead to has to be allowed, but for their own:',
    ...lines,
    '',
  ].join('\n');
}
