import type { Language } from '#domain/language.ts';
import type { PublicConfig } from '../pages-config.ts';
import type { PreviewText } from './preview-text.ts';
import { type PreviewValues, previewLink } from './preview-values.ts';
import type { NamedLink } from './sandbox-view.ts';

/** What the instruction pages describe: an amount in minor units and the code to pay it with. */
export interface InstructionSample {
  readonly amountMinor: number;
  readonly payCode: string;
}

/** A page to open; `href` is null where the host's page is not configured. */
export type PageAddress = Omit<NamedLink, 'href'> & { readonly href: string | null };

/** The ten pages that `/testPreview` opens with its values, the instructions for repaying and for extending (TEST-1). */
export function pageAddresses(
  config: PublicConfig,
  text: PreviewText,
  language: Language,
  values: PreviewValues,
  sample: InstructionSample | null,
): readonly PageAddress[] {
  const { paths, hostPages } = config;
  const to = (path: string, own?: Readonly<Record<string, string | number>>): string =>
    previewLink(path, values, language, own);
  const instruction = (requestType: 1 | 2): string =>
    to('/carpmm', { requestType, amount: sample?.amountMinor ?? '', payCode: sample?.payCode ?? '' });
  return [
    { label: text.linkConfirmLoan, href: to(paths.confirmLoan) },
    { label: text.linkLoanDetail, href: to(paths.loanDetail) },
    { label: text.linkRepay, href: to(paths.repay) },
    { label: text.linkExtensionRepay, href: to(paths.repayDelay) },
    {
      label: text.linkBindBank,
      href: hostPages.bindBank === '' ? null : withQuery(hostPages.bindBank, to('')),
    },
    { label: text.linkAboutUs, href: to(paths.aboutUs) },
    { label: text.linkComplaint, href: to(paths.complaint) },
    { label: text.linkCustomerService, href: to(paths.customerService) },
    { label: text.linkPrivacyPolicy, href: to(paths.privacyNotice) },
    { label: text.linkInstructionRepay, href: instruction(1) },
    { label: text.linkInstructionExtend, href: instruction(2) },
  ];
}

function withQuery(page: string, query: string): string {
  return page.includes('?') ? `${page}&${query.slice(1)}` : page + query;
}
