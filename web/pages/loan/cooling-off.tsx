import type { ReactNode } from 'react';
import { chargeName } from '#content/messages/charge-dispute.ts';
import { coolingOffText } from '#content/messages/cooling-off.ts';
import { fill } from '#content/text-pack.ts';
import type { CoolingOffOffer } from '#contract/calls/loan.ts';
import { amountInField } from '#domain/money/amount-input.ts';
import { subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { Rows } from '#ui/figures/rows.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { Words } from '#ui/words.tsx';
import { usePage, useText } from '../page-context.tsx';
import styles from './cooling-off.module.css';

/** Giving a loan back in its first days: deadline, amount, its parts, and the steps. */
export function CoolingOff({
  coolingOff,
  today,
}: {
  readonly coolingOff: CoolingOffOffer;
  /** Market's day; empty if unknown. */
  readonly today: string;
}): ReactNode {
  const { paths, language, currency, helpLink, key, link, money, dates } = usePage();
  const text = useText(coolingOffText);
  const { until, principalMinor, interestMinor, vatMinor, amountMinor, owedMinor } = coolingOff;
  const paidMinor = subtractMinor(amountMinor, owedMinor);
  const repayLink = link(paths.repay, { ...key, amount: amountInField(owedMinor, currency) });
  return (
    <>
      <p>
        <Words text={fill(text.line, { date: dates.day(until) })} />
      </p>
      <Rows
        rows={[
          { label: text.received, value: money(principalMinor) },
          { label: text.interest, value: money(interestMinor) },
          ...(vatMinor > zeroMinor
            ? [
                {
                  label: fill(text.tax, { tax: chargeName('vat', language, currency) }),
                  value: money(vatMinor),
                },
              ]
            : []),
          ...(paidMinor > zeroMinor ? [{ label: text.alreadyPaid, value: `−${money(paidMinor)}` }] : []),
          { label: text.total, value: money(owedMinor), isTotal: true },
        ]}
      />
      <ol className={styles.steps}>
        {owedMinor > zeroMinor ? (
          <li>
            {fill(today === until ? text.payLastDay : text.pay, { amount: money(owedMinor) })}
            <ButtonLink href={repayLink} kind="second">
              {fill(text.payAmount, { amount: money(owedMinor) })}
            </ButtonLink>
          </li>
        ) : (
          <li>{text.paid}</li>
        )}
        <li>
          <a href={helpLink}>{text.tell}</a>
        </li>
        <li>{text.end}</li>
      </ol>
    </>
  );
}
