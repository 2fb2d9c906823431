import { type BridgeActionName, bridgeActionNames } from './actions.ts';

/** The event on `window` that tells the page of a failed action, for a toast (BRIDGE-3). */
export const bridgeFailureEvent = 'bridgefailure';

/** Where the pages report a failed action to the server: a POST without a body. */
export const bridgeFailurePath = '/bridge-failure';

/**
 * Reads which action failed from the query of a report, all that the server's log learns of it; null unless it is one
 * of the twelve, so that nothing else can reach the log (BRIDGE-3).
 */
export function readBridgeFailure(parameters: URLSearchParams): BridgeActionName | null {
  return bridgeActionNames.find((name) => name === parameters.get('action')) ?? null;
}
