import { openApiDocument } from '#contract/openapi.ts';
import type { Settings } from './settings.ts';

/**
 * What `/openapi.json` tells anyone: the calls of the pages, and where the settings say so those of the lender's systems, the
 * events and the providers' webhooks, which a lender's own backend has not.
 */
export function contractDocument(
  { mode, company, lending }: Pick<Settings, 'mode' | 'company' | 'lending'>,
  { version, isBuiltIn }: { readonly version: string; readonly isBuiltIn: boolean },
): ReturnType<typeof openApiDocument> {
  const isShown =
    lending.shownHostCalls === 'on' || (lending.shownHostCalls === '' && mode === 'development');
  return openApiDocument({ title: company.appName, version, hasHostCalls: isBuiltIn && isShown });
}
