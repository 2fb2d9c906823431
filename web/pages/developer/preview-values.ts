import { type PageQuery, screenLink, sessionParameterMaxLength } from '#contract/page-query.ts';
import type { Language } from '#domain/language.ts';
import { isRunning } from '#domain/loan/loan-status.ts';
import { marketOf } from '#domain/market.ts';
import type { SandboxBorrower } from './sandbox-lender.ts';

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

export const otherSessionNames = ['userId', 'mobilePhone', 'merchantNumber', 'clientType'] as const;

export type PreviewName = (typeof editableNames)[number] | (typeof otherSessionNames)[number];

export type PreviewValues = Readonly<Record<PreviewName, string>>;

const defaultDeviceId = 'preview-device';

export function deviceIdOf(parameters: URLSearchParams): string {
  return parameterIn(parameters, 'deviceId') ?? defaultDeviceId;
}

/** The named borrower, else the session's, else the first of the language's market with a loan to repay; undefined for none. */
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
 * Values of the address, empty ones included; missing ones come from the borrower: a fresh session, the newest loan (of the named
 * product) and its product.
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

export function pageQueryOf(values: PreviewValues, language: Language): PageQuery {
  const { deviceId, appVersion, userId, sessionId, clientType, merchantNumber, mobilePhone } = values;
  return { deviceId, appVersion, userId, sessionId, clientType, merchantNumber, mobilePhone, language };
}

export function previewLink(
  path: string,
  values: PreviewValues,
  language: Language,
  own: Readonly<Record<string, string | number>> = {},
): string {
  const { productId, orderId, deviceName, osVersion, advertisingId } = values;
  const parameters = { productId, orderId, ...own, deviceName, osVersion, advertisingId };
  return screenLink(path, pageQueryOf(values, language), parameters);
}

function parameterIn(parameters: URLSearchParams, name: PreviewName): string | undefined {
  const value = parameters.get(name)?.trim();
  return value !== undefined && value.length <= sessionParameterMaxLength ? value : undefined;
}
