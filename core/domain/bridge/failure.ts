import { type BridgeActionName, bridgeActionNames } from './actions.ts';

/** Event on `window` for a failed action; the page then shows a toast (BRIDGE-3). */
export const bridgeFailureEvent = 'bridgefailure';

/** Pages report a failed action here: a POST without a body. */
export const bridgeFailurePath = '/bridge-failure';

/** The failed action in the query of a report; null unless it is a known one, so that nothing else reaches the log (BRIDGE-3). */
export function readBridgeFailure(parameters: URLSearchParams): BridgeActionName | null {
  return bridgeActionNames.find((name) => name === parameters.get('action')) ?? null;
}
