/** Loan agreement of an order, to read or print (specification, section 2; CONTRACT-1). Ships no script. */
import { agreedFigureFacts } from '#content/legal/agreed-figures.ts';
import { agreementText } from '#content/messages/agreement.ts';
import { readAgreement } from '#contract/calls/loan.ts';
import { hostPageLink } from '../host-page.ts';
import { type OpenScreen, openScreen, refusal } from '../open-screen.server.ts';
import { useShell } from '../shell.ts';
import { Bar } from '../ui/frame/bar.tsx';
import type { Route } from './+types/agreement.ts';
import { AcceptedText } from './accepted-text.tsx';
import styles from './agreement.module.css';

export const handle = { script: false };

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.text.title }];

export async function loader(args: Route.LoaderArgs) {
  const screen = openScreen(args);
  const { config, language, parameters } = screen;
  const answer = await screen.call(readAgreement, { orderNumber: parameters.get('orderNo') ?? '' });
  if (!answer.success) throw refusal(answer);
  return {
    text: agreementText[language],
    fields: agreedFigureFacts(answer.data, language, config.amountStyle),
    accepted: answer.data.accepted,
    backLink: originLink(screen),
  };
}

/** Back to the order or the offer that linked here, which gave its product and order along. */
function originLink({ config, parameters, query, link }: OpenScreen): string {
  const productId = parameters.get('productId') ?? '';
  const orderId = parameters.get('orderId') ?? '';
  if (orderId) return link(config.paths.order, { productId, orderId });
  return productId
    ? link(config.paths.confirmLoan, { productId })
    : hostPageLink(config.hostPages.main, query);
}

export default function Agreement({ loaderData }: Route.ComponentProps) {
  const { text, fields, accepted, backLink } = loaderData;
  const { config, helpLink } = useShell();
  return (
    <>
      <Bar title={text.title} backLink={backLink} helpLink={helpLink} text={text} config={config} />
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
  );
}
