import type { ReactNode } from 'react';
import { agreedFigureFacts } from '#content/legal/agreed-figures.ts';
import { agreementText } from '#content/messages/agreement.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import { type AcceptedAgreement, readAgreement } from '#contract/calls/loan.ts';
import { hostPageLink } from '../host-page.ts';
import type { OpenScreen } from '../open-screen.ts';
import { screen } from '../screen.tsx';
import { Bar } from '../ui/frame/bar.tsx';
import styles from './agreement.module.css';

/** Loan agreement of an order, to read or print (specification, section 2; CONTRACT-1). */
export const agreement = screen({
  path: ({ paths }) => paths.contract,
  async load(open) {
    const { config, language } = open;
    const given = await open.ask(readAgreement, { orderNumber: open.parameter('orderNo') });
    const { day, moment } = open.dates(given.currency);
    const { disbursalDate, repaymentDate, agreementDate, accepted } = given;
    const dates = {
      disbursalDate: day(disbursalDate),
      repaymentDate: day(repaymentDate),
      agreementDate: day(agreementDate),
    };
    return {
      text: agreementText[language],
      fields: agreedFigureFacts({ ...given, ...dates }, language, config.amountStyle),
      accepted: accepted && { ...accepted, acceptedAt: accepted.acceptedAt && moment(accepted.acceptedAt) },
      backLink: originLink(open),
    };
  },
  title: ({ text }) => text.title,
  page: ({ open, text, fields, accepted, backLink }) => (
    <>
      <Bar title={text.title} backLink={backLink} helpLink={open.helpLink} text={text} />
      <main>
        <section>
          <table className={styles.table}>
            <caption className="sr">{text.caption}</caption>
            <tbody>
              {fields.map(({ name, value }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {accepted && <AcceptedText accepted={accepted} text={text} />}
        <section className={styles.screenOnly}>
          <p className="hint">{text.print}</p>
        </section>
      </main>
    </>
  ),
});

/** Back to the order or the offer that linked here, which gave its product and order along. */
function originLink({ config: { paths, hostPages }, key, query, link }: OpenScreen): string {
  const { productId, orderId } = key();
  if (orderId) return link(paths.order, { productId, orderId });
  return productId ? link(paths.confirmLoan, { productId }) : hostPageLink(hostPages.main, query);
}

/** The text of an agreement, letter by letter as it is kept, with its version, time and hash (CONTRACT-1, LEGAL-3). */
function AcceptedText({
  accepted,
  text,
}: {
  readonly accepted: AcceptedAgreement;
  readonly text: TextsIn<typeof agreementText>;
}): ReactNode {
  const { version, acceptedAt, hash } = accepted;
  return (
    <section>
      <h2>{acceptedAt === null ? text.toAcceptTitle : text.acceptedTitle}</h2>
      <p className="hint">{acceptedAt === null ? text.toAcceptNote : text.acceptedNote}</p>
      <div lang={accepted.language} className={`stack ${styles.text}`}>
        {numberedParts(accepted.text).map(({ isHeading, words }, place) => {
          const Part = isHeading ? 'h3' : 'p';
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a kept text never change place.
          return <Part key={place}>{words}</Part>;
        })}
      </div>
      <p className="hint gap">
        {fill(text.version, { version })}
        {'. '}
        {acceptedAt === null ? text.notAccepted : fill(text.acceptedAt, { time: acceptedAt })}
        {'. '}
        <span className={styles.hash}>{fill(text.hash, { hash })}</span>
      </p>
    </section>
  );
}

/** The parts between blank lines; those on one line that carry the next section's number are its heading. */
function numberedParts(text: string): { readonly isHeading: boolean; readonly words: string }[] {
  let sections = 0;
  return text
    .trimEnd()
    .split('\n\n')
    .map((words) => {
      const isHeading = words.startsWith(`${sections + 1}. `) && !words.includes('\n');
      if (isHeading) sections += 1;
      return { isHeading, words };
    });
}
