/** How often the same may be reported. */
export interface ReportLimit {
  /** The least time between two reports of one name, in milliseconds. */
  readonly everyMs: number;
  /** How many names may be reported in that time; one unless given. */
  readonly namesMax?: number;
  /** Milliseconds of a clock that only goes on; the process's own unless given. */
  readonly now?: () => number;
}

/** Tells of a name whether it is to be reported now, and takes note that it was. */
export function createReportLimit({
  everyMs,
  namesMax = 1,
  now = () => performance.now(),
}: ReportLimit): (name?: string) => boolean {
  /** The oldest first. */
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
