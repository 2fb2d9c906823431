import type { HostConfig } from '#domain/bridge/actions.ts';

interface HostData extends HostConfig {
  readonly failedText: string;
  /** Whose page it is (`ownerMark`); absent for nobody's. */
  readonly owner?: string;
  /** Whether the session ended without being revoked, so that slips stay. */
  readonly keepsVouchers?: true;
}

/** What the page says of its host: how to reach it, its pages, and what to say when it does not answer (BRIDGE-1, BRIDGE-3). */
export function hostConfig(): HostData {
  return JSON.parse(document.getElementById('host')?.textContent ?? '{}');
}
