import { type PageQuery, screenLink, sessionParameterMaxLength } from '#contract/page-query.ts';
import type { Language } from '#domain/language.ts';
import { isRunning } from '#domain/loan/loan-status.ts';
import { marketOf } from '#domain/market.ts';
import type { SandboxBorrower } from './sandbox-lender.ts';

/** The values that `/testPreview` lets one edit, in the order of the form (TEST-1). */
export const editableNames = [
  'appVersion',
  'deviceName',
  'deviceId',
  'osVersion',
  'sessionId',
  'advertisingId',
  'productId',
  'orderId',
] as const;

/** The rest of the session's parameters, behind a fold. */
export const otherSessionNames = ['userId', 'mobilePhone', 'merchantNumber', 'clientType'] as const;

/** Name of a value of `/testPreview`, the same in its form, its address and the links it makes. */
export type PreviewName = (typeof editableNames)[number] | (typeof otherSessionNames)[number];

/** What the pages are opened with. */
export type PreviewValues = Readonly<Record<PreviewName, string>>;

/** The device that sessions are bound to unless another is typed. */
const defaultDeviceId = 'preview-device';

/** The device id of the address, or the default one. */
export function deviceIdOf(parameters: URLSearchParams): string {
  return parameterIn(parameters, 'deviceId') ?? defaultDeviceId;
}

/**
 * The borrower that `borrower` names, else the session's owner, else the first with a loan to repay whose market speaks `language`;
 * undefined when there is none.
 */
export function chosenBorrower(
  borrowers: readonly SandboxBorrower[],
  parameters: URLSearchParams,
  language: Language,
): SandboxBorrower | undefined {
  const inLanguage = borrowers.filter(({ market }) => marketOf[market].language === language);
  return (
    borrowers.find(({ borrowerId }) => borrowerId === parameters.get('borrower')) ??
    borrowers.find(({ userId }) => userId === parameters.get('userId')) ??
    inLanguage.find(({ loans: [newest] }) => newest && isRunning(newest.status)) ??
    inLanguage[0] ??
    borrowers[0]
  );
}

/**
 * The values of the address, an empty one included. What the address leaves out comes from the borrower: a fresh
 * session, the newest loan (of the product named, if one is), and its product.
 */
export function readPreviewValues(
  parameters: URLSearchParams,
  borrower: SandboxBorrower | undefined,
): PreviewValues {
  const previewed = (name: PreviewName): string | undefined => parameterIn(parameters, name);
  const session = previewed('sessionId') === undefined ? borrower : undefined;
  const productId = previewed('productId');
  const loan = borrower?.loans.find((each) => productId === undefined || each.productId === productId);
  return {
    appVersion: previewed('appVersion') ?? '1.0.0',
    deviceName: previewed('deviceName') ?? 'Moto G',
    deviceId: deviceIdOf(parameters),
    osVersion: previewed('osVersion') ?? '14',
    sessionId: previewed('sessionId') ?? session?.sessionId ?? '',
    advertisingId: previewed('advertisingId') ?? '',
    productId: productId ?? loan?.productId ?? borrower?.products[0]?.productId ?? '',
    orderId: previewed('orderId') ?? loan?.loanId ?? '',
    userId: previewed('userId') ?? session?.userId ?? '',
    mobilePhone: previewed('mobilePhone') ?? session?.mobilePhone ?? '',
    merchantNumber: previewed('merchantNumber') ?? '',
    clientType: previewed('clientType') ?? '',
  };
}

/** The values as the session of a page. */
export function pageQueryOf(values: PreviewValues, language: Language): PageQuery {
  const { deviceId, appVersion, userId, sessionId, clientType, merchantNumber, mobilePhone } = values;
  return { deviceId, appVersion, userId, sessionId, clientType, merchantNumber, mobilePhone, language };
}

/** A link to a page with all the values as its query (TEST-1). */
export function previewLink(
  path: string,
  values: PreviewValues,
  language: Language,
  own: Readonly<Record<string, string | number>> = {},
): string {
  const { productId, orderId, deviceName, osVersion, advertisingId } = values;
  return screenLink(path, pageQueryOf(values, language), {
    ...{ productId, orderId },
    ...own,
    ...{ deviceName, osVersion, advertisingId },
  });
}

function parameterIn(parameters: URLSearchParams, name: PreviewName): string | undefined {
  const value = parameters.get(name)?.trim();
  return value !== undefined && value.length <= sessionParameterMaxLength ? value : undefined;
}
