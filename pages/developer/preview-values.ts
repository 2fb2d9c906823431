import type { TestPreviewText } from '#content/messages/test-preview.ts';
import { type PageQuery, screenLink, sessionParameterMaxLength } from '#contract/page-query.ts';
import type { Language } from '#domain/language.ts';
import { chargeDisputePath } from '../charge-dispute/charges.tsx';
import type { PublicConfig } from '../dependencies.ts';
import { paymentClaimPath } from '../payment-claim/claim-form.tsx';
import { sitePaths } from '../site/site-paths.ts';
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
    ...own,
    productId,
    orderId,
    deviceName,
    osVersion,
    advertisingId,
  });
}

/** What the instruction pages describe: an amount in minor units and the code to pay it with. */
export interface InstructionSample {
  readonly amountMinor: number;
  readonly payCode: string;
}

/** A page to open; `href` is null where the host's page is not configured. */
export interface PageAddress {
  readonly label: string;
  readonly href: string | null;
}

/** Pages to open that serve one purpose. */
export interface PageGroup {
  readonly title: string;
  readonly pages: readonly PageAddress[];
}

/** The pages that `/testPreview` opens with its values, by what they are for (TEST-1). */
export function pageAddresses(
  config: PublicConfig,
  text: TestPreviewText,
  language: Language,
  values: PreviewValues,
  sample: InstructionSample | null,
): readonly PageGroup[] {
  const { paths, hostPages } = config;
  const to = (path: string, own?: Readonly<Record<string, string | number>>): string =>
    previewLink(path, values, language, own);
  const instruction = (requestType: 1 | 2): string =>
    to('/carpmm', { requestType, amount: sample?.amountMinor ?? '', payCode: sample?.payCode ?? '' });
  const bindBank = hostPages.bindBank === '' ? null : withQuery(hostPages.bindBank, to(''));
  return [
    {
      title: text.groupBorrow,
      pages: [
        { label: text.linkConfirmLoan, href: to(paths.confirmLoan) },
        { label: text.linkAgreement, href: to(paths.contract) },
        { label: text.linkBindBank, href: bindBank },
      ],
    },
    {
      title: text.groupRepay,
      pages: [
        { label: text.linkLoanDetail, href: to(paths.loanDetail) },
        { label: text.linkRepay, href: to(paths.repay) },
        { label: text.openPayWay, href: to(paths.payWay) },
        { label: text.linkInstructionRepay, href: instruction(1) },
        { label: text.linkExtensionRepay, href: to(paths.repayDelay) },
        { label: text.linkInstructionExtend, href: instruction(2) },
      ],
    },
    {
      title: text.groupHelp,
      pages: [
        { label: text.linkCustomerService, href: to(paths.customerService) },
        { label: text.linkPaymentClaim, href: to(paymentClaimPath) },
        { label: text.linkChargeDispute, href: to(chargeDisputePath) },
        { label: text.linkComplaint, href: to(paths.complaint) },
      ],
    },
    {
      title: text.groupOutside,
      pages: [
        { label: text.linkSite, href: to(sitePaths.home) },
        { label: text.linkRegistration, href: to(sitePaths.register) },
        { label: text.linkAboutUs, href: to(paths.aboutUs) },
        { label: text.linkPrivacyPolicy, href: to(paths.privacyNotice) },
      ],
    },
  ];
}

function parameterIn(parameters: URLSearchParams, name: PreviewName): string | undefined {
  const value = parameters.get(name)?.trim();
  return value !== undefined && value.length <= sessionParameterMaxLength ? value : undefined;
}

function withQuery(page: string, query: string): string {
  return page.includes('?') ? `${page}&${query.slice(1)}` : page + query;
}
