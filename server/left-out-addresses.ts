import type { ToleranceId } from '#contract/tolerances.ts';
import { createReportLimit } from '#domain/report-limit.ts';
import type { PagesDependencies } from '#pages/dependencies.ts';

/** How often an origin is reported again, and how many origins in that time. */
const reportEveryMs = 3_600_000;
const reportedMax = 20;

const settings: Readonly<Partial<Record<ToleranceId, string>>> = {
  'image-left-out': 'IMAGE_ORIGINS',
  'link-left-out': 'REDIRECT_ORIGINS',
};

/**
 * Reports origins that a backend sends and no page may show: each once an hour, at most 20 an hour. Only the origin is logged, since
 * an address may name a borrower.
 * @param nowMs a monotonic clock.
 */
export function createLeftOutReports(
  tell: (leftOut: { readonly origin: string; readonly setting: string }, isNeeded: boolean) => void,
  nowMs: () => number = () => performance.now(),
): PagesDependencies['reportTolerance'] {
  const isReportDue = createReportLimit({ everyMs: reportEveryMs, namesMax: reportedMax, now: nowMs });
  return ({ id, value, isNeeded = false }) => {
    const setting = settings[id];
    if (setting === undefined) return;
    const origin = originOf(value);
    // A backend may also send plain text, such as a mail address.
    if (origin === null && id === 'link-left-out') return;
    const leftOut = { origin: origin ?? 'none', setting };
    const name = `${leftOut.setting} ${leftOut.origin}${isNeeded ? ' needed' : ''}`;
    if (isReportDue(name)) tell(leftOut, isNeeded);
  };
}

function originOf(address: string): string | null {
  if (!/^(?:https?:)?\/\//i.test(address) || !URL.canParse(address, 'https://own.invalid')) return null;
  return new URL(address, 'https://own.invalid').origin;
}
