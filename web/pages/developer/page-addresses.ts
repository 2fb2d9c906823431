import type { TestPreviewText } from '#content/messages/test-preview.ts';
import type { Language } from '#domain/language.ts';
import type { Market } from '#domain/market.ts';
import { chargeDisputePath } from '../charge-dispute/charges.tsx';
import type { PublicConfig } from '../dependencies.ts';
import { paymentClaimPath } from '../payment-claim/claim-form.tsx';
import { sitePaths } from '../site/site-paths.ts';
import { bindBankPath } from './bind-bank-path.ts';
import type { LivingPage, PageStates } from './living-pages.ts';
import { type PreviewValues, previewLink } from './preview-values.ts';

export interface PageAddress {
  readonly label: string;
  readonly href: string | null;
  /** Why `href` is null, or a setting that the page depends on. */
  readonly note: string;
}

export interface PageGroup {
  readonly title: string;
  readonly pages: readonly PageAddress[];
}

export function pageAddresses(
  config: PublicConfig,
  text: TestPreviewText,
  {
    language,
    values,
    states,
    market,
  }: {
    readonly language: Language;
    readonly values: PreviewValues;
    readonly states: PageStates;
    readonly market: Market | null;
  },
): readonly PageGroup[] {
  const { paths, hostPages, agreementBox } = config;
  const to = (path: string): string => previewLink(path, values, language);
  const page = (label: string, href: string, note = ''): PageAddress => ({ label, href, note });
  const living = (
    name: LivingPage,
    label: string,
    path: string,
    { own = {}, note = '' }: { readonly own?: Readonly<Record<string, number>>; readonly note?: string } = {},
  ): PageAddress => {
    const state = states[name];
    if ('reason' in state) return { label, href: null, note: state.reason || text.cannotOpen };
    return page(label, previewLink(path, values, language, { ...own, ...state.own }), note);
  };
  const box = market === null ? '' : `AGREEMENT_BOX_${market}=${agreementBox[market]}`;
  const bindBank = withQuery(hostPages.bindBank || bindBankPath, to(''));
  return [
    {
      title: text.groupBorrow,
      pages: [
        living('confirm', text.linkConfirmLoan, paths.confirmLoan),
        living('agreement', text.linkAgreement, paths.contract, { note: box }),
        page(text.linkBindBank, bindBank, hostPages.bindBank ? '' : text.standIn),
      ],
    },
    {
      title: text.groupRepay,
      pages: [
        living('loan', text.linkLoanDetail, paths.loanDetail),
        living('repay', text.linkRepay, paths.repay),
        living('payWay', text.openPayWay, paths.payWay),
        living('payInstruction', text.linkInstructionRepay, '/carpmm', { own: { requestType: 1 } }),
        living('extension', text.linkExtensionRepay, paths.repayDelay),
        living('extendInstruction', text.linkInstructionExtend, '/carpmm', { own: { requestType: 2 } }),
      ],
    },
    {
      title: text.groupHelp,
      pages: [
        page(text.linkCustomerService, to(paths.customerService)),
        living('claim', text.linkPaymentClaim, paymentClaimPath),
        living('dispute', text.linkChargeDispute, chargeDisputePath),
        page(text.linkComplaint, to(paths.complaint)),
      ],
    },
    {
      title: text.groupOutside,
      pages: [
        page(text.linkSite, to(sitePaths.home)),
        page(text.linkRegistration, to(sitePaths.register)),
        page(text.linkAboutUs, to(paths.aboutUs)),
        page(text.linkPrivacyPolicy, to(paths.privacyNotice)),
      ],
    },
  ];
}

function withQuery(page: string, query: string): string {
  return page.includes('?') ? `${page}&${query.slice(1)}` : page + query;
}
