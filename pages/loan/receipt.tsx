import type { ReactNode } from 'react';
import { receivedText } from '#content/messages/received.ts';
import { taxText } from '#content/messages/tax.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import { type LoanStatement, type ReceivedPayment, readLoan } from '#contract/calls/loan.ts';
import { receiptNumber } from '#domain/loan/receipt-number.ts';
import { addMinor, type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { Refusal } from '../problem.ts';
import { screen } from '../screen.tsx';
import { ComplaintWays } from '../support/complaint-ways.tsx';
import { AmountHero } from '../ui/figures/amount-hero.tsx';
import { Kept } from '../ui/figures/kept.tsx';
import { Rows } from '../ui/figures/rows.tsx';
import { Bar } from '../ui/frame/bar.tsx';
import { ProductHead } from '../ui/frame/product-head.tsx';
import { Words } from '../ui/words.tsx';
import styles from './receipt.module.css';

type Texts = TextsIn<typeof receivedText>;

/** The receipt of one payment: who received it, what it covered component by component, and what it left. */
export const receipt = screen({
  path: () => '/receipt',
  script: 'receipt',
  async load(open) {
    const { config, language, link } = open;
    const key = open.key();
    const { statement, currency, balance, productName } = await open.ask(readLoan, key);
    const payment = statement?.payments.find(({ paymentId }) => paymentId === open.parameter('paymentId'));
    if (!statement || !payment) throw Refusal.coded('not-found');
    const { day, moment } = open.dates(currency);
    return {
      text: receivedText[language],
      statement,
      payment,
      ...open.lenderOf(currency),
      loanNumber: balance?.orderNumber || productName,
      money: (amountMinor: MinorAmount) => formatMoney(amountMinor, language, config.amountStyle, currency),
      day,
      time: moment(payment.paidAt),
      loanLink: link(config.paths.order, key),
      complaintLink: link(config.paths.complaint, { orderId: key.orderId }),
    };
  },
  title: ({ text }) => text.title,
  page({
    open,
    text,
    statement,
    payment,
    company,
    market,
    loanNumber,
    money,
    day,
    time,
    loanLink,
    complaintLink,
  }) {
    const { method, trackingKey, parts, heldMinor, owedAfterMinor } = payment;
    const sequences = [...new Set(parts.map(({ sequence }) => sequence))];
    const left = sequences.map((number) => ({
      label: fill(text.leftOfPayment, { number }),
      value: money(leftOf(parts.filter(({ sequence }) => sequence === number))),
    }));
    return (
      <>
        <Bar title={text.title} backLink={loanLink} helpLink={open.helpLink} text={text} />
        <main>
          <section>
            <ProductHead logo={null} name={company.lenderName} note={company.registration} />
          </section>
          <Kept
            owner={open.query.userId}
            voucher={{
              id: `receipt ${payment.paymentId}`,
              title: text.title,
              rows: [
                { label: text.received, value: money(payment.amountMinor) },
                { label: text.folio, value: receiptNumber(payment.paymentId) },
                { label: text.loan, value: loanNumber },
                { label: text.method, value: `${text[method]}, ${time}` },
              ],
            }}
          />
          <section>
            <AmountHero
              label={text.received}
              amount={money(payment.amountMinor)}
              note={<Words text={time} />}
            />
            <div className="gap">
              <Rows
                rows={[
                  { label: text.folio, value: receiptNumber(payment.paymentId) },
                  { label: text.loan, value: loanNumber },
                  { label: text.method, value: text[method] },
                  ...(trackingKey ? [{ label: text.trackingKey, value: trackingKey }] : []),
                ]}
              />
            </div>
          </section>
          {sequences.map((number) => (
            <Covered
              key={number}
              parts={parts.filter(({ sequence }) => sequence === number)}
              heading={number === sequences[0] ? text.covered : ''}
              name={paymentName(number, statement, text, day)}
              taxName={taxText[open.language][market]}
              text={text}
              money={money}
            />
          ))}
          <section>
            <h2>{text.afterwards}</h2>
            <Rows
              rows={[
                ...left,
                ...(heldMinor > zeroMinor ? [{ label: text.held, value: money(heldMinor) }] : []),
                { label: text.leftInTotal, value: money(owedAfterMinor), isTotal: true },
              ]}
            />
          </section>
          <section className={styles.screenOnly}>
            <p className="hint">{text.print}</p>
          </section>
          <ComplaintWays
            heading={text.doesNotMatch}
            company={company}
            market={market}
            language={open.language}
            complaintLink={complaintLink}
          />
        </main>
      </>
    );
  },
});

function paymentName(
  number: number,
  { instalments }: LoanStatement,
  text: Texts,
  day: (date: string) => string,
): string {
  const dueDate = instalments.find(({ sequence }) => sequence === number)?.dueDate ?? '';
  return fill(text.ofPayment, { number, count: instalments.length, date: day(dueDate) });
}

function leftOf(parts: ReceivedPayment['parts']): MinorAmount {
  return addMinor(...parts.map(({ owedMinor, coveredMinor }) => subtractMinor(owedMinor, coveredMinor)));
}

/** What one payment of the plan owed and what of it was covered. */
function Covered({
  parts,
  heading,
  name,
  taxName,
  text,
  money,
}: {
  readonly parts: ReceivedPayment['parts'];
  readonly heading: string;
  readonly name: string;
  readonly taxName: string;
  readonly text: Texts;
  readonly money: (amountMinor: MinorAmount) => string;
}): ReactNode {
  return (
    <section>
      {heading && <h2>{heading}</h2>}
      <table className={styles.table}>
        <caption>
          <Words text={name} />
        </caption>
        <thead>
          <tr>
            <th scope="col">{text.component}</th>
            <th scope="col">{text.was}</th>
            <th scope="col">{text.paid}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ component, owedMinor, coveredMinor }) => (
            <tr key={component}>
              <th scope="row">{component === 'vat' ? taxName : text[component]}</th>
              <td className="num">{money(owedMinor)}</td>
              <td className="num">{money(coveredMinor)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text.total}</th>
            <td className="num">{money(addMinor(...parts.map(({ owedMinor }) => owedMinor)))}</td>
            <td className="num">{money(addMinor(...parts.map(({ coveredMinor }) => coveredMinor)))}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
