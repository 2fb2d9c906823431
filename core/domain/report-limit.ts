export interface ReportLimit {
  /** Least time between two reports of one name, in milliseconds. */
  readonly everyMs: number;
  /** Names reported in that time; by default one. */
  readonly namesMax?: number;
  /** Milliseconds of a monotonic clock; by default the process's. */
  readonly now?: () => number;
}

/** Whether a name may be reported now; counts the report. */
export function createReportLimit({
  everyMs,
  namesMax = 1,
  now = () => performance.now(),
}: ReportLimit): (name?: string) => boolean {
  /** Oldest first. */
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
