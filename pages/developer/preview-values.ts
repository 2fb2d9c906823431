import { type PageQuery, screenLink, sessionParameterMaxLength } from '#contract/page-query.ts';
import type { Language } from '#domain/language.ts';
import type { SandboxBorrower } from '../pages-config.ts';

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
  return addressValue(parameters, 'deviceId') ?? defaultDeviceId;
}

/** The borrower that `borrower` names, else the session's owner, else the first; undefined when there is none. */
export function chosenBorrower(
  borrowers: readonly SandboxBorrower[],
  parameters: URLSearchParams,
): SandboxBorrower | undefined {
  return (
    borrowers.find(({ borrowerId }) => borrowerId === parameters.get('borrower')) ??
    borrowers.find(({ userId }) => userId === parameters.get('userId')) ??
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
  const given = (name: PreviewName): string | undefined => addressValue(parameters, name);
  const session = given('sessionId') === undefined ? borrower : undefined;
  const productId = given('productId');
  const loan = borrower?.loans.find((each) => productId === undefined || each.productId === productId);
  return {
    appVersion: given('appVersion') ?? '1.0.0',
    deviceName: given('deviceName') ?? 'Moto G',
    deviceId: deviceIdOf(parameters),
    osVersion: given('osVersion') ?? '14',
    sessionId: given('sessionId') ?? session?.sessionId ?? '',
    advertisingId: given('advertisingId') ?? '',
    productId: productId ?? loan?.productId ?? borrower?.products[0]?.productId ?? '',
    orderId: given('orderId') ?? loan?.loanId ?? '',
    userId: given('userId') ?? session?.userId ?? '',
    mobilePhone: given('mobilePhone') ?? session?.mobilePhone ?? '',
    merchantNumber: given('merchantNumber') ?? '',
    clientType: given('clientType') ?? '',
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
    ...own,
    productId,
    orderId,
    deviceName,
    osVersion,
    advertisingId,
  });
}

function addressValue(parameters: URLSearchParams, name: PreviewName): string | undefined {
  const value = parameters.get(name)?.trim();
  return value !== undefined && value.length <= sessionParameterMaxLength ? value : undefined;
}
