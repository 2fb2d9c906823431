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

/** What the components of a page read from it: how it speaks, of whose loan it is, and where it leads. */
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
  /** That of the page's loan; null where the backend does not say, or the page is of no loan. */
  readonly currency: Currency | null;
  /** The market of that currency, and who lends there; those of the page where there is none. */
  readonly market: Market;
  readonly company: CompanyFacts;
  /** Writes an amount of the page's loan. */
  readonly money: (amountMinor: MinorAmount) => string;
  /** The same without the currency's sign, for a bank's form. */
  readonly plainAmount: (amountMinor: MinorAmount) => string;
  /** Writes a share, with as many decimals as it has where none are given. */
  readonly percent: (ppm: number, decimals?: number) => string;
  /** How dates read in its market (DATE-1). */
  readonly dates: ReturnType<OpenScreen['dates']>;
  /** The product and the order that the address names, each empty when absent. */
  readonly key: ReturnType<OpenScreen['key']>;
  /** A link and an image that came from the backend, checked; null where the page may not lead there or show it. */
  readonly backendLink: (address: string) => string | null;
  readonly backendImage: (address: string) => string | null;
  /** The lender's own number of the borrower; empty where the address names none. */
  readonly userId: string;
  /** Where the browser fetches the module of an island, by its name in `web/browser/islands/`. */
  readonly islandOf: PageAssets['islandOf'];
}

/** What a page gives to its components; null where no page is written. */
const PageContext = createContext<PageFacts | null>(null);

/** The page that a component stands on. @throws Error outside a page. */
export function usePage(): PageFacts {
  const page = use(PageContext);
  if (!page) throw new Error('a component of a page is written outside a page');
  return page;
}

/** The texts of a pack in the language of the page. @throws Error outside a page. */
export function useText<Texts>(pack: Readonly<Record<Language, Texts>>): Texts {
  return pack[usePage().language];
}

/**
 * Gives a page's components what they read from it.
 * @param currency that of the loan that the page is about; null for none.
 * @param typed what was typed before the page was opened in another language; null where it was not opened so.
 * @param hasOtherLanguage whether its language is the borrower's to choose (LANG-5).
 */
export function InPage({
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
