import { objectionPath } from '#domain/site/objection-path.ts';
import { workerPaths } from '#domain/site/worker-paths.ts';
import { complaintPaths } from '#pages/complaint/complaint-paths.ts';
import { bindBankPath } from '#pages/developer/bind-bank-path.ts';
import { workbenchPath } from '#pages/developer/workbench-path.ts';
import { documentPaths } from '#pages/loan/document-paths.ts';
import { promotionPaths } from '#pages/registration/promotion-address.ts';
import { remindersPath } from '#pages/reminder/reminders-path.ts';
import { siteFilePaths, sitePaths } from '#pages/site/site-paths.ts';

const servicePathStarts = ['v3', 'api', 'user-problem', 'host', 'webhooks'] as const;

const servicePath = new RegExp(`^/(${servicePathStarts.join('|')})/`);

export function isServicePath(path: string): boolean {
  return servicePath.test(path);
}

/** Paths of signed messages from the lender's systems or providers. */
export function isSignedPath(path: string): boolean {
  return /^\/(host|webhooks)\//.test(path);
}

/** First segments that no screen can have. */
const reservedStarts: readonly string[] = [...servicePathStarts, 'assets', 'desk'];

/** RFC 9116. */
export const securityTextPath = '/.well-known/security.txt';

/** Paths that the server and the screens without a setting answer at. */
const reservedPaths: ReadonlySet<string> = new Set([
  '/health',
  '/ready',
  '/openapi.json',
  securityTextPath,
  '/bridge-failure',
  '/testPreview',
  workbenchPath,
  bindBankPath,
  '/carpmm',
  '/receipt',
  '/paymentClaim',
  '/chargeDispute',
  '/newPlan',
  ...Object.values(documentPaths),
  remindersPath,
  objectionPath,
  '/Dag',
  ...Object.values(workerPaths),
  ...Object.values(complaintPaths),
  ...Object.values(promotionPaths),
  ...Object.values(sitePaths),
  ...Object.values(siteFilePaths).flatMap((path) => (typeof path === 'string' ? path : Object.values(path))),
]);

/** Whether a path cannot be set as the path of a screen, because something else answers it. */
export function isReservedPath(path: string): boolean {
  const [, start = ''] = path.split('/');
  return reservedPaths.has(path) || reservedStarts.includes(start);
}
