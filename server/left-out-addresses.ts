import type { PagesDependencies } from '#pages/dependencies.ts';

/** How often an origin is told again, and how many are told in that time. */
const toldEveryMs = 3_600_000;
const toldMax = 20;

const settingOf = {
  image: 'IMAGE_ORIGINS',
  link: 'REDIRECT_ORIGINS',
  payment: 'REDIRECT_ORIGINS',
} as const;

/**
 * Tells which origins a backend names that no page may show or lead to, for whoever integrates it: an origin once an hour, and 20 in an hour at
 * most. Of an address nothing else is told, since it may name a borrower.
 * @param nowMs milliseconds that have passed since whenever.
 */
export function createLeftOutReports(
  tell: (
    leftOut: { readonly origin: string; readonly setting: string },
    kind: keyof typeof settingOf,
  ) => void,
  nowMs: () => number = () => performance.now(),
): PagesDependencies['reportLeftOut'] {
  const reported = new Set<string>();
  let since = nowMs();
  return (kind, address) => {
    const origin = originOf(address);
    // A link may also be a text to read, as an address to write to is.
    if (origin === null && kind === 'link') return;
    if (nowMs() - since >= toldEveryMs) {
      reported.clear();
      since = nowMs();
    }
    const leftOut = { origin: origin ?? 'none', setting: settingOf[kind] };
    const name = `${kind} ${leftOut.origin}`;
    if (reported.has(name) || reported.size >= toldMax) return;
    reported.add(name);
    tell(leftOut, kind);
  };
}

/** Where an address of the web leads; null for anything else. */
function originOf(address: string): string | null {
  if (!/^(?:https?:)?\/\//i.test(address) || !URL.canParse(address, 'https://own.invalid')) return null;
  return new URL(address, 'https://own.invalid').origin;
}
