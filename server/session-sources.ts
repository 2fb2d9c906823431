import type { SessionSources } from '#contract/session-cookie.ts';
import type { Settings } from './settings.ts';

export function sessionSourcesOf({ h5Base, isSessionInAddress }: Settings['http']): SessionSources {
  return { isHttps: h5Base.startsWith('https:'), isInAddress: isSessionInAddress };
}
