import type { HostSettlementFile, HostSettlementLine } from '#contract/host/settlement.ts';
import type { FileRecord, ShownLine } from './store.ts';

/** A file as its calls give it. */
export function hostFileOf({ id: fileId, readAt, ...file }: FileRecord): HostSettlementFile {
  return { fileId, ...file, readAt: readAt.toISOString() };
}

/** A line as its calls give it. */
export function hostLineOf({ line, ...payment }: ShownLine): HostSettlementLine {
  const { lineNumber, kind, state, identity, reference, day, amountMinor, feeMinor } = line;
  const { decision, reason, decidedBy, closedAt } = line;
  return {
    ...{ lineNumber, kind, state, identity, reference, day, amountMinor, feeMinor, ...payment },
    ...{ decision, reason, decidedBy, closedAt: closedAt?.toISOString() ?? null },
  };
}
