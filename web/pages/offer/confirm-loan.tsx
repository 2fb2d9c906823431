import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { marketText } from '#content/market-words.ts';
import { confirmText } from '#content/messages/confirm.ts';
import { fill } from '#content/text-pack.ts';
import { acceptOffer, type LoanOffer, readOffer } from '#contract/calls/offer.ts';
import { termUnitOf } from '#domain/offer/term-unit.ts';
import { Button, ButtonLink } from '#ui/form/button.tsx';
import { EnhancedForm, ProblemSlot, Slot } from '#ui/form/enhanced-form.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { Pin } from '#ui/frame/pin.tsx';
import { Note } from '#ui/notice/note.tsx';
import type { Problem } from '#ui/notice/problem-note.tsx';
import { Words } from '#ui/words.tsx';
import { backendImage, backendLink, forAgreement, isFollowed } from '../backend-link.ts';
import { hostPageLink, hostPageLinkWithParameter } from '../host-page.ts';
import { documentPaths, termsId } from '../loan/document-paths.ts';
import { fieldOf, type OpenScreen } from '../open-screen.ts';
import { usePage, useText } from '../page-context.tsx';
import { endsForm, problemOf, statusOf } from '../problem.ts';
import { screen } from '../screen.tsx';
import { sitePaths } from '../site/site-paths.ts';
import {
  acceptanceOf,
  dayOrNull,
  type FirstFigures,
  firstDayName,
  firstFigureNames,
  firstFiguresOf,
  readShownFigures,
  readShownLastDay,
} from './acceptance.ts';
import { AgreementCheck, BureauCheck, bureauFields } from './agreement-check.tsx';
import { ChangedOffer } from './changed-offer.tsx';
import { OfferSections } from './offer-sections.tsx';
import { OfferReload } from './reload-dialog.tsx';

const formId = 'offer';

interface Answer {
  readonly problem?: Problem;
  readonly agreeError?: string;
  readonly bureauError?: string;
  /** The offer that was accepted, if it differs now. */
  readonly before?: FirstFigures;
  /** Its last day, if it expired; null if unknown. */
  readonly endedOn?: string | null;
}

/** Loan confirmation: what a borrower receives and repays, then the agreement (specification, section 2; CONFIRM-1 to 4). */
export const confirmLoan = screen({
  path: ({ paths }) => paths.confirmLoan,
  script: 'confirm-loan',
  async load(open) {
    const { config, language, query } = open;
    const { productId } = open.key();
    const isReload = open.parameter('isType') === '1';
    const offer = await open.ask(readOffer, { productId, isReload });
    const agreementLink = backendLink(forAgreement(open), offer.agreementLink, { productId });
    if (agreementLink === null) open.reportTolerance({ id: 'agreement-own', value: offer.agreementLink });
    if (termUnitOf(offer.term.unit) === null) {
      open.reportTolerance({ id: 'unit-left-out', value: offer.term.unit });
    }
    return {
      text: confirmText[language],
      offer,
      amount: open.money(offer.currency)(offer.amountMinor),
      logo: backendImage(open, offer.productLogo),
      agreementLink: agreementLink ?? open.link(sitePaths.periodAgreement),
      termsLink: offer.quote
        ? `${open.link(config.paths.contract, { productId, orderNo: offer.quote.quoteId })}#${termsId}`
        : `${open.link(sitePaths.loan)}#loan-terms`,
      paperLink: offer.quote?.proposalNumber
        ? open.link(documentPaths.keyFacts, { productId, orderNo: offer.quote.quoteId })
        : null,
      backLink: hostPageLink(config.hostPages.main, query),
      productDetail: config.hostPages.productDetail,
      productLink: hostPageLinkWithParameter(config.hostPages.productDetail, productId, query),
      accountLink: hostPageLink(config.hostPages.bindBank, query),
      productId,
      isReload,
      reloadLink: offer.needsReload ? open.link(config.paths.confirmLoan, { productId, isType: 1 }) : null,
      isRenewed: open.parameter('notice') === 'renewed',
      firstDayBefore: dayOrNull(open.parameter('firstDay')),
    };
  },
  async submit(open, form) {
    const { language } = open;
    const { productId } = open.key();
    if (!isFollowed(forAgreement(open), fieldOf(form, 'agree'))) {
      return open.again<Answer>({ agreeError: confirmText[language].agreeFirst }, 422);
    }
    if (fieldOf(form, bureauFields.isAsked) && !fieldOf(form, bureauFields.isGiven)) {
      return open.again<Answer>({ bureauError: confirmText[language].authoriseFirst }, 422);
    }
    const acceptance = acceptanceOf(form, productId);
    if (!acceptance) return open.again<Answer>({ problem: { kind: 'request-invalid', message: '' } }, 422);
    const accepted = await open.call(acceptOffer, acceptance);
    if (accepted.success) {
      return open.leaveTo(loanLink(open, accepted.data.detailLink, productId));
    }
    const problem = problemOf(accepted);
    const isRenewed = problem.kind === 'quote-mismatch' || problem.kind === 'quote-expired';
    if (isRenewed) {
      const before = readShownFigures(form);
      const now = firstFiguresOf(await open.ask(readOffer, { productId, isReload: false }));
      if (firstFigureNames.some((name) => before[name] !== null && before[name] !== now[name])) {
        const endedOn = problem.kind === 'quote-expired' ? readShownLastDay(form) : null;
        return open.again<Answer>({ before, endedOn }, statusOf(accepted));
      }
    }
    if (isRenewed || endsForm(problem)) {
      return open.leaveTo(renewedLink(open, isRenewed, fieldOf(form, firstDayName)));
    }
    return open.again<Answer>({ problem }, statusOf(accepted));
  },
  title: ({ text, answer }) => (answer?.before ? text.changed : text.title),
  currency: ({ offer }) => offer.currency,
  page({ open, answer, text, backLink, reloadLink, ...page }) {
    const { offer, amount } = page;
    const isInWork = reloadLink !== null && !page.isReload;
    const bar = (
      <Bar
        title={text.title}
        titleAs={answer?.before || isInWork ? 'span' : 'h1'}
        backLink={backLink}
        leavesPages
        helpLink={open.helpLink}
        formId={answer?.before || isInWork ? undefined : formId}
      />
    );
    if (answer?.before) {
      return (
        <>
          {bar}
          <ChangedOffer
            {...page}
            before={answer.before}
            endedOn={answer.endedOn ?? null}
            offerLink={renewedLink(open, false)}
            refuseLink={backLink}
          />
        </>
      );
    }
    if (isInWork) {
      return (
        <>
          {bar}
          <OfferReload offer={offer} reloadLink={reloadLink} />
        </>
      );
    }
    return (
      <>
        {bar}
        <main>
          <EnhancedForm id={formId} text={{ sending: text.sending }} {...marks({ needsAgreement: '' })}>
            {reloadLink && (
              <section>
                <Note tone="warn">{`${offer.amountDescription} ${text.reloadStill}`.trim()}</Note>
                <ButtonLink href={reloadLink} kind="second">
                  {text.reloadNow}
                </ButtonLink>
              </section>
            )}
            {page.isRenewed && (
              <section>
                <Note tone="warn" isAlert>
                  <Renewed {...page} />
                </Note>
              </section>
            )}
            <OfferSections {...page} />
            <Pin
              above={
                <>
                  <ProblemSlot problem={answer?.problem} />
                  <Slot name="agree">
                    <AgreementCheck
                      agreementLink={page.agreementLink}
                      termsLink={page.termsLink}
                      hasPaper={offer.quote !== null}
                      isAgreed={answer && answer.agreeError === undefined}
                      error={answer?.agreeError}
                    />
                    <BureauCheck error={answer?.bureauError} />
                  </Slot>
                </>
              }
            >
              <Button>{fill(text.accept, { amount })}</Button>
            </Pin>
          </EnhancedForm>
        </main>
      </>
    );
  },
});

/** What changed in a renewed offer: its first day, or nothing; without a known day, what to check. */
function Renewed({
  offer: { firstPaymentDate },
  firstDayBefore,
}: {
  readonly offer: LoanOffer;
  readonly firstDayBefore: string | null;
}): ReactNode {
  const { language, market, dates } = usePage();
  const text = useText(confirmText);
  const now = dates.iso(firstPaymentDate);
  if (firstDayBefore === null || now === null) return text.renewed;
  if (firstDayBefore === now) return text.renewedSame;
  const { payment } = marketText(market, language);
  const words = fill(text.renewedDate, { payment, now, before: firstDayBefore });
  return <Words text={words} shortDay={dates.short} />;
}

function renewedLink({ config, key, link }: OpenScreen, isRenewed: boolean, firstDay = ''): string {
  const { productId } = key();
  return link(config.paths.confirmLoan, {
    productId,
    notice: isRenewed ? 'renewed' : '',
    firstDay: isRenewed ? (dayOrNull(firstDay) ?? '') : '',
  });
}

/**
 * The page of the accepted loan: the backend's link if it leads to a page of ours, else our own page of the order in it
 * (CONFIRM-4). Adds the product to links of ours that lack it, for the host's message and the call.
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
