import type { ReactNode } from 'react';
import { wayText } from '#content/messages/ways-to-pay.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { PaymentPurpose } from '#contract/calls/repayment.ts';
import type { UsualWay } from '#contract/calls/usual-way.ts';
import { safeLink } from '#contract/safe-address.ts';
import { amountInField } from '#domain/money/amount-input.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import type { PaymentWay } from '#domain/repayment/usual-way.ts';
import { Button, ButtonLink } from '#ui/form/button.tsx';
import { bankIcon, cardIcon, Icon, payByPhoneIcon, storeIcon } from '#ui/frame/icons.tsx';
import { type PageFacts, usePage, useText } from '../page-context.tsx';
import styles from './pay-by-way.module.css';

export const wayIcons: Readonly<Record<PaymentWay, string>> = {
  'bank-transfer': bankIcon,
  'virtual-account': bankIcon,
  store: storeIcon,
  upi: payByPhoneIcon,
  card: cardIcon,
};

interface WayPayment {
  readonly way: UsualWay;
  readonly purpose: PaymentPurpose;
  readonly amountMinor: MinorAmount;
}

/**
 * The filled button of the borrower's usual way, its charge, and a link to the other ways. Without a usual way, a button to all
 * of them (REPAY-4).
 */
export function PayBlock({
  way,
  ...payment
}: Omit<WayPayment, 'way'> & {
  readonly way: UsualWay | null;
}): ReactNode {
  const page = usePage();
  const text = useText(wayText);
  if (way === null) {
    return (
      <div className={styles.pay}>
        <ButtonLink href={waysLink(page, payment)}>
          {fill(text.pay, { amount: page.money(payment.amountMinor) })}
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className={styles.pay}>
      <PayByWay {...payment} way={way} />
      <PayAside {...payment} way={way} />
    </div>
  );
}

export function PayAside({ way, ...payment }: WayPayment): ReactNode {
  const page = usePage();
  return (
    <p className={styles.aside}>
      <span>{wayCharge(page, way)}</span>
      <a href={waysLink(page, payment, 'next')}>{wayText[page.language].otherWay}</a>
    </p>
  );
}

/** The filled button of a way: opens the payment app, posts for the voucher, or leads to the account or the last used card. */
export function PayByWay(payment: WayPayment): ReactNode {
  const page = usePage();
  const { key, link, paths } = page;
  const { way, purpose, amountMinor } = payment;
  const { kind, cardId } = way;
  const label = (
    <>
      <Icon path={wayIcons[kind]} />
      {buttonOf(wayText[page.language], way, purpose)}
    </>
  );
  const appLink = safeLink(way.payLink, [], ['upi']);
  if (appLink !== null) return <ButtonLink href={appLink}>{label}</ButtonLink>;
  if (kind === 'card') {
    const its = { amount: amountInField(amountMinor, page.currency), ...(cardId !== '' && { cardId }) };
    const own = purpose === 'extend' ? { ...its, requestType: 2, amount: undefined } : its;
    return <ButtonLink href={link(paths.payWay, { ...key, ...own })}>{label}</ButtonLink>;
  }
  if (kind === 'bank-transfer' || kind === 'virtual-account') {
    return <ButtonLink href={waysLink(page, payment, kind)}>{label}</ButtonLink>;
  }
  return (
    <form method="post" action={codeLink(page, payment)}>
      <Button name="way" value={kind}>
        {label}
      </Button>
    </form>
  );
}

export function buttonOf(
  text: TextsIn<typeof wayText>,
  { kind, name, cardEnding }: UsualWay,
  purpose: PaymentPurpose,
): string {
  if (kind === 'store')
    return isShort(name) ? fill(text[`${purpose}-store`], { name }) : text[`${purpose}-cash`];
  if (kind === 'card' && cardEnding !== '') {
    return fill(text[`${purpose}-saved-card`], { ending: cardEnding });
  }
  return text[`${purpose}-${kind}`];
}

/** Whether a name fits on a button; configured kinds of shops do not. */
function isShort(name: string): boolean {
  return name !== '' && name.length <= 16;
}

export function wayCharge(
  { language, money }: Pick<PageFacts, 'language' | 'money'>,
  { kind, name, feeMinor }: Pick<UsualWay, 'kind' | 'name' | 'feeMinor'>,
): string {
  const text = wayText[language];
  if (feeMinor !== null && feeMinor > 0) {
    return fill(text.shopFee, { name: name || text.anyShop, fee: money(feeMinor) });
  }
  if (kind !== 'store') return text.noCharge;
  return isShort(name) ? fill(text.shopCharges, { name }) : text.shopMayCharge;
}

/** The page that shows a code to pay with, or requests one. */
export function codeLink(
  { link, key }: Pick<PageFacts, 'link' | 'key'>,
  {
    purpose,
    amountMinor,
    payCode,
    receivedMinor,
  }: Omit<WayPayment, 'way'> & {
    readonly payCode?: string;
    /** Received on the loan so far, by which the page notices a new payment. */
    readonly receivedMinor?: MinorAmount | null;
  },
): string {
  const requestType = purpose === 'extend' ? 2 : 1;
  const received = receivedMinor ?? undefined;
  const { productId, orderId } = key;
  return link('/carpmm', { requestType, amount: amountMinor, payCode, received, orderId, productId });
}

/** The page of all ways with one open; `next` is the one after the usual. */
function waysLink(
  { currency, key, link, paths }: Pick<PageFacts, 'currency' | 'key' | 'link' | 'paths'>,
  { purpose, amountMinor }: Omit<WayPayment, 'way'>,
  way?: PaymentWay | 'next',
): string {
  const own = { ...key, way };
  return purpose === 'extend'
    ? link(paths.repayDelay, own)
    : link(paths.repay, { ...own, amount: amountInField(amountMinor, currency) });
}
