export interface ReportLimit {
  /** Minimum time between two reports of the same name, in milliseconds. */
  readonly everyMs: number;
  /** Most names reported within `everyMs`; 1 by default. */
  readonly namesMax?: number;
  /** Monotonic clock in milliseconds; `performance.now` by default. */
  readonly now?: () => number;
}

/** Returns a function that tells whether a name may be reported now; true counts as a report. */
export function createReportLimit({
  everyMs,
  namesMax = 1,
  now = () => performance.now(),
}: ReportLimit): (name?: string) => boolean {
  const reportedAt = new Map<string, number>();
  return (name = '') => {
    for (const [old, at] of reportedAt) {
      if (now() - at < everyMs) break;
      reportedAt.delete(old);
    }
    if (reportedAt.has(name) || reportedAt.size >= namesMax) return false;
    reportedAt.set(name, now());
    return true;
  };
}
