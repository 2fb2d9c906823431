import type { TestPreviewText } from '#content/messages/test-preview.ts';
import { fill } from '#content/text-pack.ts';
import { wireLoanStatusOf } from '#contract/loan-status.ts';
import { type Language, languageParameter, localeOf } from '#domain/language.ts';
import { isOpen, isRunning, type ReportedLoanStatus } from '#domain/loan/loan-status.ts';
import { allMarkets, marketOf } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import type { Tone } from '#ui/tone.ts';
import type { PublicConfig } from '../dependencies.ts';
import { dayCounts, type PaymentPreset, paymentPresets, type SandboxLoan } from './preview-forms.ts';
import { type PreviewValues, previewLink } from './preview-values.ts';
import type { SandboxBorrower } from './sandbox-lender.ts';
import { type WalkStep, walkSteps } from './walk.ts';

export interface NamedLink {
  readonly label: string;
  readonly href: string;
}

export interface Deed {
  readonly label: string;
  readonly value: string;
}

export interface LoanView {
  readonly orderNumber: string;
  readonly status: string;
  readonly tone: Tone;
  readonly due: string;
  readonly remaining: string;
  readonly dueDate: string;
  readonly deeds: readonly Deed[];
  readonly payments: readonly (Deed & { readonly amount: string })[];
  /** Default of another amount, in minor units, and as money. */
  readonly otherAmountMinor: number;
  readonly otherAmountHint: string;
  readonly links: readonly NamedLink[];
}

export interface SandboxView {
  readonly borrowers: readonly {
    readonly market: string;
    readonly people: readonly (NamedLink & { readonly isChosen: boolean })[];
  }[];
  readonly today: string;
  readonly refresh: NamedLink;
  /** The next step for a newcomer, and its link unless it is an action of a loan below. */
  readonly step: string;
  readonly stepLink: NamedLink | null;
  /** Buttons that also do the steps before. */
  readonly walk: readonly Deed[];
  /** The newest open loan, else the first offer, else the newest loan; null for none. */
  readonly phoneLink: string | null;
  readonly borrowerId: string;
  readonly borrowerName: string;
  readonly offers: readonly NamedLink[];
  readonly days: readonly Deed[];
  readonly openLoans: readonly LoanView[];
  readonly endedLoans: readonly LoanView[];
}

interface StatusView {
  readonly label: keyof TestPreviewText;
  readonly tone: Tone;
  readonly step: keyof TestPreviewText;
  readonly deeds: readonly ('approve' | 'decline' | 'pay-out')[];
  readonly takesPayments: boolean;
}

const statusViews: Readonly<Record<ReportedLoanStatus, StatusView>> = {
  'under-review': {
    label: 'statusUnderReview',
    tone: 'brand',
    step: 'nextDecide',
    deeds: ['approve', 'decline'],
    takesPayments: false,
  },
  'paying-out': {
    label: 'statusPayingOut',
    tone: 'brand',
    step: 'nextPayOut',
    deeds: ['pay-out'],
    takesPayments: false,
  },
  declined: { label: 'statusDeclined', tone: 'plain', step: 'nextDeclined', deeds: [], takesPayments: false },
  'to-repay': { label: 'statusToRepay', tone: 'brand', step: 'nextRepay', deeds: [], takesPayments: true },
  overdue: { label: 'statusOverdue', tone: 'warn', step: 'nextOverdue', deeds: [], takesPayments: true },
  settled: { label: 'statusSettled', tone: 'ok', step: 'nextSettled', deeds: [], takesPayments: false },
  unknown: { label: 'statusUnknown', tone: 'plain', step: 'nextConfirm', deeds: [], takesPayments: false },
};

const dayLabels = { 1: 'oneDay', 7: 'sevenDays', 30: 'thirtyDays' } as const;
const deedLabels = { approve: 'approve', decline: 'decline', 'pay-out': 'payOut' } as const;

const walkLabels = {
  accept: 'walkAccept',
  approve: 'walkApprove',
  'pay-out': 'walkPayOut',
  receive: 'walkReceive',
} as const;

export interface SandboxFacts {
  readonly config: PublicConfig;
  readonly text: TestPreviewText;
  readonly language: Language;
  readonly values: PreviewValues;
  readonly borrowers: readonly SandboxBorrower[];
  readonly borrower: SandboxBorrower;
  readonly path: string;
  readonly address: URLSearchParams;
}

export function sandboxView(facts: SandboxFacts): SandboxView {
  const { config, text, language, values, borrowers, borrower } = facts;
  const { loans } = borrower;
  const openLoans = loans.filter(({ status }) => isOpen(status));
  const offers = borrower.products
    .filter(({ productId }) => !openLoans.some((loan) => loan.productId === productId))
    .map(({ productId, name }) => ({
      label: `${name} (${productId})`,
      href: previewLink(config.paths.confirmLoan, { ...values, productId, orderId: '' }, language),
    }));
  const newest = openLoans[0] ?? loans[0];
  const newestView = newest && statusViews[newest.status];
  const offer = offers[0];
  return {
    borrowers: allMarkets
      .map((market) => ({
        market: new Intl.DisplayNames(localeOf(language), { type: 'region' }).of(market) ?? market,
        people: borrowers
          .filter((each) => each.market === market)
          .map((each) => ({
            label: `${each.name.split(' ')[0]}: ${standingOf(each, text)}`,
            href: borrowerLink(facts, each),
            isChosen: each.borrowerId === borrower.borrowerId,
          })),
      }))
      .filter(({ people }) => people.length > 0),
    today: fill(text.today, { date: borrower.today }),
    refresh: { label: text.refresh, href: refreshLink(facts) },
    step: text[newestView?.step ?? 'nextConfirm'],
    stepLink: openLoans.length === 0 && offer ? { label: text.openConfirm, href: offer.href } : null,
    walk: laterStepsOf(openLoans[0]?.status, offer !== undefined).map((end) => ({
      label: text[walkLabels[end]],
      value: `walk:${end}`,
    })),
    phoneLink: openLoans[0]
      ? loanLink(openLoans[0], facts)
      : (offer?.href ?? (newest ? loanLink(newest, facts) : null)),
    borrowerId: borrower.borrowerId,
    borrowerName: borrower.name.split(' ')[0] ?? '',
    offers,
    days: dayCounts.map((count) => ({ label: text[dayLabels[count]], value: `advance-days:${count}` })),
    openLoans: openLoans.map((loan) => loanView(loan, facts)),
    endedLoans: loans.filter(({ status }) => !isOpen(status)).map((loan) => loanView(loan, facts)),
  };
}

/** The newest loan's state in a few words (TEST-2). */
function standingOf({ loans: [loan], hasSavedCard, today }: SandboxBorrower, text: TestPreviewText): string {
  if (!loan) return text.standsNew;
  const { status, daysLate, dueDate, happened } = loan;
  if (isRunning(status)) {
    if (happened.includes('dispute')) return text.standsDisputed;
    if (happened.includes('claim')) return text.standsClaimed;
    if (daysLate > 0)
      return daysLate === 1 ? text.standsOneDayLate : fill(text.standsLate, { days: daysLate });
    if (happened.includes('extension')) return text.standsExtended;
    if (dueDate === today) return text.standsDueToday;
    if (happened.includes('payment')) return text.standsPaid;
    if (hasSavedCard) return text.standsCard;
  }
  return text[statusViews[status].label].toLowerCase();
}

function loanLink({ productId, loanId }: SandboxLoan, { config, values, language }: SandboxFacts): string {
  return previewLink(config.paths.loanDetail, { ...values, productId, orderId: loanId }, language);
}

/** The steps that one button each can skip to, except the next step, which has its own button. */
function laterStepsOf(status: ReportedLoanStatus | undefined, hasOffer: boolean): readonly WalkStep[] {
  if (status === 'under-review') return ['pay-out', 'receive'];
  if (status === 'paying-out') return ['receive'];
  return status === undefined && hasOffer ? walkSteps : [];
}

function loanView(loan: SandboxLoan, { config, text, language, values }: SandboxFacts): LoanView {
  const view = statusViews[loan.status];
  const money = (minor: number): string =>
    formatMoney(minorAmount(minor), language, config.amountStyle, loan.currency);
  const otherAmountMinor = paymentPresets(loan)[0]?.amountMinor ?? 0;
  const open = { ...values, productId: loan.productId, orderId: loan.loanId };
  const link = (label: string, path: string): NamedLink => ({
    label,
    href: previewLink(path, open, language),
  });
  return {
    orderNumber: loan.orderNumber,
    status: `${wireLoanStatusOf(loan.status)} · ${text[view.label]}`,
    tone: view.tone,
    due: money(loan.dueMinor),
    remaining: money(loan.settlesMinor),
    dueDate: loan.dueDate,
    deeds: view.deeds.map((kind) => ({ label: text[deedLabels[kind]], value: kind })),
    payments: view.takesPayments
      ? [
          ...paymentPresets(loan).map(({ kind, amountMinor, act }: PaymentPreset) => ({
            label: text[kind],
            amount: money(amountMinor),
            value: act,
          })),
          ...(loan.extension
            ? [
                {
                  label: text.extensionPayment,
                  amount: money(loan.extension.amountMinor),
                  value: 'receive-extension',
                },
              ]
            : []),
        ]
      : [],
    otherAmountMinor,
    otherAmountHint: fill(text.otherAmountHint, { minor: otherAmountMinor, amount: money(otherAmountMinor) }),
    links: [
      link(text.openLoanPage, config.paths.loanDetail),
      ...(view.takesPayments
        ? [link(text.openRepay, config.paths.repay), link(text.openPayWay, config.paths.payWay)]
        : []),
    ],
  };
}

/** This page for another borrower, in their language, with a fresh session. */
function borrowerLink({ path, values }: SandboxFacts, borrower: SandboxBorrower): string {
  const { deviceId, deviceName, appVersion, osVersion } = values;
  const parameters = new URLSearchParams({
    borrower: borrower.borrowerId,
    deviceId,
    deviceName,
    appVersion,
    osVersion,
    lang: languageParameter(marketOf[borrower.market].language),
  });
  return `${path}?${parameters}`;
}

function refreshLink({ path, address }: SandboxFacts): string {
  const parameters = new URLSearchParams(address);
  parameters.delete('done');
  return `${path}?${parameters}`;
}
