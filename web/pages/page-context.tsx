import { createContext, type ReactNode, use } from 'react';
import type { CompanyFacts } from '#content/legal/company-facts.ts';
import { formProblemText } from '#content/messages/form-problem.ts';
import { pageText } from '#content/messages/page.ts';
import type { Language } from '#domain/language.ts';
import type { Market } from '#domain/market.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import { formatAmount } from '#domain/money/money-format.ts';
import { formatPercent } from '#domain/offer/annual-cost.ts';
import { SentContext } from '#ui/form/sent-fields.ts';
import { KitContext } from '#ui/kit-context.ts';
import { knownWords } from '#ui/notice/problem-note.tsx';
import { backendImage, backendLink } from './backend-link.ts';
import type { PageAssets } from './document.tsx';
import type { OpenScreen } from './open-screen.ts';
import { otherLanguageOf } from './other-language.ts';

export interface PageFacts
  extends Pick<
      OpenScreen,
      | 'language'
      | 'markets'
      | 'link'
      | 'helpLink'
      | 'path'
      | 'h5Base'
      | 'isBuiltIn'
      | 'reportFault'
      | 'reportTolerance'
    >,
    Pick<OpenScreen['config'], 'paths' | 'hostPages' | 'brandColor' | 'agreementBox'> {
  /** Of the page's loan; null if unknown or without a loan. */
  readonly currency: Currency | null;
  /** Of that currency; of the page without one. */
  readonly market: Market;
  readonly company: CompanyFacts;
  readonly money: (amountMinor: MinorAmount) => string;
  /** Without the currency sign, for a bank's form. */
  readonly plainAmount: (amountMinor: MinorAmount) => string;
  /** As many decimals as needed by default. */
  readonly percent: (ppm: number, decimals?: number) => string;
  /** In the market's format (DATE-1). */
  readonly dates: ReturnType<OpenScreen['dates']>;
  readonly key: ReturnType<OpenScreen['key']>;
  /** Checked; null for addresses that are not allowed. */
  readonly backendLink: (address: string) => string | null;
  readonly backendImage: (address: string) => string | null;
  /** The lender's number of the borrower; empty if the address has none. */
  readonly userId: string;
  readonly islandOf: PageAssets['islandOf'];
}

const PageContext = createContext<PageFacts | null>(null);

/**
 * @throws Error outside a page.
 */
export function usePage(): PageFacts {
  const page = use(PageContext);
  if (!page) throw new Error('a component of a page is written outside a page');
  return page;
}

/** Texts in the page's language. @throws Error outside a page. */
export function useText<Texts>(pack: Readonly<Record<Language, Texts>>): Texts {
  return pack[usePage().language];
}

/**
 * Provides components with their page.
 * @param currency of the page's loan; null for none.
 * @param typed what was typed before the language changed; null without a change.
 * @param hasOtherLanguage whether the borrower can choose the language (LANG-5).
 */
export function PageProvider({
  open,
  assets,
  currency,
  typed,
  hasOtherLanguage,
  children,
}: {
  readonly open: OpenScreen;
  readonly assets: PageAssets;
  readonly currency: Currency | null;
  readonly typed: FormData | null;
  readonly hasOtherLanguage: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { language } = open;
  const words = { ...pageText[language], problem: knownWords(formProblemText[language], open) };
  return (
    <PageContext value={pageFacts(open, assets, currency)}>
      <KitContext
        value={{
          words,
          otherLanguage: hasOtherLanguage ? otherLanguageOf(open, open.lenderOf(currency).market) : null,
        }}
      >
        <SentContext value={{ typed, faults: {} }}>{children}</SentContext>
      </KitContext>
    </PageContext>
  );
}

function pageFacts(open: OpenScreen, { islandOf }: PageAssets, currency: Currency | null): PageFacts {
  const { language, markets, link, helpLink, path, h5Base, isBuiltIn, reportFault, reportTolerance, config } =
    open;
  const { paths, hostPages, brandColor, agreementBox, amountStyle } = config;
  return {
    ...{
      language,
      markets,
      link,
      helpLink,
      path,
      h5Base,
      isBuiltIn,
      reportFault,
      reportTolerance,
      paths,
      hostPages,
      brandColor,
      agreementBox,
      currency,
      islandOf,
    },
    ...open.lenderOf(currency),
    money: open.money(currency),
    plainAmount: (amountMinor) => formatAmount(amountMinor, language, amountStyle, currency),
    percent: (ppm, decimals) => formatPercent(ppm, decimals ?? 'exact', language, amountStyle),
    dates: open.dates(currency),
    key: open.key(),
    backendLink: (address) => backendLink(open, address),
    backendImage: (address) => backendImage(open, address),
    userId: open.query.userId,
  };
}
