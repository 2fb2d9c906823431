import type { PublicConfig } from '#pages/dependencies.ts';
import type { Settings } from './settings.ts';

export function publicConfigOf({ mode, company, pages, bridge }: Settings): PublicConfig {
  return {
    ...pages,
    bridge,
    appName: company.appName,
    isDevelopment: mode === 'development',
  };
}
