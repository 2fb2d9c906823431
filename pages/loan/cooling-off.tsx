import type { ReactNode } from 'react';
import { coolingOffText } from '#content/messages/cooling-off.ts';
import { fill } from '#content/text-pack.ts';
import type { CoolingOffOffer } from '#contract/calls/loan.ts';
import { amountInField } from '#domain/money/amount-input.ts';
import { type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { Rows } from '#ui/figures/rows.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { Words } from '#ui/words.tsx';
import type { OpenScreen } from '../open-screen.ts';
import styles from './cooling-off.module.css';

/** Giving a loan back in its first days: until when, what it takes today and is made of, and how it is done. */
export function CoolingOff({
  open,
  coolingOff,
  today,
  taxName,
  money,
  day,
}: {
  readonly open: OpenScreen;
  readonly coolingOff: CoolingOffOffer;
  /** The day in the loan's market; empty where the backend does not say. */
  readonly today: string;
  /** What the market's tax is called. */
  readonly taxName: string;
  readonly money: (amountMinor: MinorAmount) => string;
  readonly day: (text: string) => string;
}): ReactNode {
  const { config, language, helpLink } = open;
  const text = coolingOffText[language];
  const { until, principalMinor, interestMinor, vatMinor, amountMinor, owedMinor } = coolingOff;
  const paidMinor = subtractMinor(amountMinor, owedMinor);
  const repayLink = open.link(config.paths.repay, { ...open.key(), amount: amountInField(owedMinor) });
  return (
    <>
      <p>
        <Words text={fill(text.line, { date: day(until) })} />
      </p>
      <Rows
        rows={[
          { label: text.received, value: money(principalMinor) },
          { label: text.interest, value: money(interestMinor) },
          ...(vatMinor > zeroMinor
            ? [{ label: fill(text.tax, { tax: taxName }), value: money(vatMinor) }]
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
