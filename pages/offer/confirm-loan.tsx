import { marks } from '#browser/marks.ts';
import type { CompanyFacts } from '#content/legal/company-facts.ts';
import { confirmText } from '#content/messages/confirm.ts';
import { formProblemText } from '#content/messages/form-problem.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { termUnitOf } from '#domain/offer/term-unit.ts';
import { Button } from '#ui/form/button.tsx';
import { EnhancedForm, ProblemSlot, Slot } from '#ui/form/enhanced-form.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { Pin } from '#ui/frame/pin.tsx';
import type { Problem } from '#ui/notice/problem-note.tsx';
import { knownWords } from '#ui/notice/problem-note.tsx';
import { backendImage, backendLink, isFollowed } from '../backend-link.ts';
import { hostPageLink, hostPageLinkWithParameter } from '../host-page.ts';
import { fieldOf, type OpenScreen } from '../open-screen.ts';
import { endsForm, problemOf, statusOf } from '../problem.ts';
import { screen } from '../screen.tsx';
import { acceptanceOf } from './acceptance.ts';
import { AgreementCheck } from './agreement-check.tsx';
import { OfferReload } from './offer-reload.tsx';
import { OfferSections } from './offer-sections.tsx';

const formId = 'offer';

interface Answer {
  readonly problem?: Problem;
  readonly agreeError?: string;
}

/** Loan confirmation: what a borrower receives and repays, then the agreement (specification, section 2; CONFIRM-1 to 4). */
export const confirmLoan = screen({
  path: ({ paths }) => paths.confirmLoan,
  script: 'confirm-loan',
  async load(open) {
    const { config, language, query } = open;
    const { productId } = open.key();
    const isReload = open.parameter('isType') === '1';
    const given = await open.ask(readOffer, { productId, isReload });
    const { day } = open.dates(given.currency);
    const offer = {
      ...given,
      firstPaymentDate: day(given.firstPaymentDate),
      plan: given.plan.map((payment) => ({ ...payment, date: day(payment.date) })),
    };
    const agreementLink = backendLink(open, offer.agreementLink, { productId });
    if (agreementLink === null) open.reportTolerance({ id: 'agreement-closed', value: offer.agreementLink });
    if (termUnitOf(offer.term.unit) === null) {
      open.reportTolerance({ id: 'unit-left-out', value: offer.term.unit });
    }
    return {
      text: confirmText[language],
      problemText: knownWords(formProblemText[language], open),
      language,
      amountStyle: config.amountStyle,
      offer,
      day,
      ...open.lenderOf(given.currency),
      complaintLink: open.link(config.paths.complaint),
      logo: backendImage(open, offer.productLogo),
      agreementLink,
      backLink: hostPageLink(config.hostPages.main, query),
      productDetail: config.hostPages.productDetail,
      productLink: hostPageLinkWithParameter(config.hostPages.productDetail, productId, query),
      accountLink: hostPageLink(config.hostPages.bindBank, query),
      productId,
      isReload,
      reloadLink: offer.needsReload ? open.link(config.paths.confirmLoan, { productId, isType: 1 }) : null,
      isRenewed: open.parameter('notice') === 'renewed',
    };
  },
  async submit(open, form) {
    const { config, language } = open;
    const { productId } = open.key();
    if (!isFollowed(open, fieldOf(form, 'agree'))) {
      return open.again<Answer>({ agreeError: confirmText[language].agreeFirst }, 422);
    }
    const acceptance = acceptanceOf(form, productId);
    if (!acceptance) return open.again<Answer>({ problem: { kind: 'request-invalid', message: '' } }, 422);
    const accepted = await open.call(acceptOffer, acceptance);
    if (accepted.success) {
      return open.leaveTo(loanLink(open, accepted.data.detailLink, productId));
    }
    const problem = problemOf(accepted);
    const isRenewed = problem.kind === 'quote-mismatch' || problem.kind === 'quote-expired';
    if (isRenewed || endsForm(problem)) {
      const notice = isRenewed ? 'renewed' : '';
      return open.leaveTo(open.link(config.paths.confirmLoan, { productId, notice }));
    }
    return open.again<Answer>({ problem }, statusOf(accepted));
  },
  title: ({ text }) => text.title,
  page({ open, answer, text, problemText, backLink, reloadLink, ...page }) {
    const amount = formatMoney(page.offer.amountMinor, page.language, page.amountStyle, page.offer.currency);
    return (
      <>
        <Bar
          title={text.title}
          backLink={backLink}
          leavesPages
          helpLink={open.helpLink}
          formId={formId}
          text={text}
        />
        <main>
          <EnhancedForm
            id={formId}
            text={{ sending: text.sending, problem: problemText }}
            {...marks({ needsAgreement: '' })}
          >
            <OfferSections {...page} text={text} reloadLink={reloadLink} />
            <Pin
              above={
                <>
                  <ProblemSlot problem={answer?.problem} text={problemText} />
                  <Slot name="agree">
                    <AgreementCheck
                      text={text}
                      agreementLink={page.agreementLink}
                      error={answer?.agreeError}
                    />
                  </Slot>
                </>
              }
              below={lenderLine(page.company, text)}
            >
              <Button>{fill(text.accept, { amount })}</Button>
            </Pin>
          </EnhancedForm>
        </main>
        {reloadLink && !page.isReload && (
          <OfferReload text={text} offer={page.offer} reloadLink={reloadLink} />
        )}
      </>
    );
  },
});

/** Who lends, and their registration where it is configured. */
function lenderLine({ lenderName, registration }: CompanyFacts, text: TextsIn<typeof confirmText>): string {
  return fill(text.lentBy, { lender: lenderName, registration }).trim();
}

/**
 * The loan's page where the backend says, or our own of the order its link names when that may not be followed, leads to no page of ours or is not
 * there at all (CONFIRM-4): the loan is accepted whatever it says. One of ours is told the product where the link names none: its greeting
 * tells the host of it, and its call asks for it.
 */
function loanLink(open: OpenScreen, detailLink: string, productId: string): string {
  const url = URL.canParse(detailLink, open.h5Base) ? new URL(detailLink, open.h5Base) : null;
  const isOurs = url?.origin === new URL(open.h5Base).origin;
  const link = backendLink(open, detailLink, {
    from: 'confirm',
    ...(isOurs && !url.searchParams.get('productId') && { productId }),
  });
  if (link !== null && !(isOurs && !open.isScreenAt(url.pathname))) return link;
  const orderId = url?.searchParams.get('orderId') ?? url?.searchParams.get('orderNo') ?? '';
  return open.link(open.config.paths.loanDetail, {
    productId,
    orderId: orderId.slice(0, 64),
    from: 'confirm',
  });
}
