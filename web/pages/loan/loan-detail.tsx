import { marks } from '#browser/marks.ts';
import { extensionOfferText } from '#content/messages/extension-offer.ts';
import { loanText } from '#content/messages/loan.ts';
import { readLoan, sendRating } from '#contract/calls/loan.ts';
import { loanState, loanView } from '#domain/loan/loan-view.ts';
import { isScore } from '#domain/loan/rating.ts';
import { type RatingAnswer, RatingDialog } from '#ui/form/rating.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { backendImage, backendLink, forAgreement } from '../backend-link.ts';
import { hostPageLink, hostPageLinkWithParameter } from '../host-page.ts';
import { fieldOf } from '../open-screen.ts';
import { endsForm, problemOf, statusOf } from '../problem.ts';
import { screen } from '../screen.tsx';
import { sitePaths } from '../site/site-paths.ts';
import { bannerWords } from './banner-words.ts';
import { BorrowAgain } from './borrow-again.tsx';
import { circumstancesOf } from './circumstances.ts';
import { ExtensionReminder } from './extension-offer.tsx';
import { ratePlaceId } from './loan-menu.tsx';
import { LoanSections } from './loan-sections.tsx';
import { RatingBand, ThanksDialog } from './rating.tsx';
import { paymentsMark } from './received.tsx';

/** Order detail: the state of a loan and what can be done (specification, sections 2 and 4; ORDER-1 to ORDER-7). */
export const loanDetail = screen({
  path: ({ paths }) => [paths.loanDetail, paths.order],
  script: 'loan-detail',
  async load(open) {
    const { config, language, query } = open;
    const { paths, isLoanMarket, hostPages } = config;
    const key = open.key();
    const detail = await open.ask(readLoan, key);
    open.header('X-Order-Status', detail.status);
    if (detail.statement) open.header('X-Loan-Payments', paymentsMark(detail.statement));
    const text = { ...loanText[language], offerText: extensionOfferText[language] };
    // A backend may leave the status text out; the page still has a heading.
    const loan = { ...detail, statusTitle: detail.statusTitle || text.title };
    const dates = open.dates(detail.currency);
    const money = open.money(loan.currency);
    const state = loanState(loan.status, circumstancesOf(loan));
    const view = loanView(state, { isExtendable: loan.isExtendable, isLoanMarket });
    const thanks = Number(open.parameter('thanks'));
    return {
      text,
      money,
      loan,
      view,
      dates,
      banner: bannerWords(state, loan, { text, money, dates, language }),
      extension: view.actions.includes('extend') ? (loan.balance?.extension ?? null) : null,
      thanksScore: isScore(thanks) ? thanks : null,
      confirmedProduct: open.parameter('from') === 'confirm' ? key.productId : undefined,
      logo: backendImage(open, loan.productLogo),
      hostPages,
      productId: key.productId,
      links: {
        // The page answers at two configured paths, and stays at the one it was opened by.
        same: open.link(open.path, key),
        repay: open.link(paths.repay, key),
        extend: open.link(paths.repayDelay, key),
        borrowAgain: open.link(paths.confirmLoan, { productId: key.productId }),
        agreement: backendLink(forAgreement(open), loan.agreementLink, { ...key }),
        more: backendLink(open, loan.moreLink),
        complain: open.link(paths.complaint, { orderId: key.orderId }),
        home: hostPageLink(hostPages.main, query),
        back: hostPages.main === sitePaths.home ? '' : hostPageLink(hostPages.main, query),
        account: hostPageLink(hostPages.setting, query),
        recommendedLoans: hostPageLink(hostPages.recommendList, query),
        product: hostPageLinkWithParameter(hostPages.productDetail, key.productId, query),
      },
    };
  },
  async submit(open, form) {
    const key = open.key();
    const score = Number(fieldOf(form, 'score'));
    if (!isScore(score)) {
      return open.again<RatingAnswer>({ starError: loanText[open.language].chooseStar }, 422);
    }
    const sent = await open.call(sendRating, { score, orderId: key.orderId });
    if (sent.success) return open.leaveTo(open.link(open.path, { ...key, thanks: score }));
    const problem = problemOf(sent);
    if (endsForm(problem)) return open.leaveTo(open.link(open.path, key));
    return open.again<RatingAnswer>({ problem }, statusOf(sent));
  },
  title: ({ banner }) => banner.title,
  currency: ({ loan }) => loan.currency,
  page({ open, answer, confirmedProduct, ...page }) {
    const { text, links, loan, view, thanksScore } = page;
    return (
      <>
        <Bar title={text.title} titleAs="span" backLink={links.back} leavesPages helpLink={open.helpLink} />
        <main {...marks({ confirmedProduct })}>
          <LoanSections {...page} />
          <BorrowAgain {...page} />
          <RatingBand {...page} answer={answer} />
        </main>
        {view.actions.includes('extend') && <ExtensionReminder {...page} />}
        {loan.canRate && <RatingDialog {...page} answer={answer} returnTo={ratePlaceId} />}
        {thanksScore !== null && <ThanksDialog thanksScore={thanksScore} />}
      </>
    );
  },
});
