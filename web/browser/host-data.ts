import type { HostConfig } from '#domain/bridge/actions.ts';

interface HostData extends HostConfig {
  readonly failedText: string;
  /** The borrower as `ownerMark` writes them; absent for nobody. */
  readonly owner?: string;
  /** The session ended without being revoked, so saved slips stay. */
  readonly keepsVouchers?: true;
}

/** What the page says of its host (BRIDGE-1, BRIDGE-3). */
export function hostConfig(): HostData {
  return JSON.parse(document.getElementById('host')?.textContent ?? '{}');
}
