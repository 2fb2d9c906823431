/** What is to be paid and every way to pay it (specification, section 2, instalment repayment; REPAY-1 to REPAY-3). */
import { repayText } from '#content/messages/repay.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { backendImage } from '../backend-link.ts';
import { openScreen, refusal } from '../open-screen.server.ts';
import { serverPart } from '../server-part.ts';
import { useShell } from '../shell.ts';
import { copyOnClick } from '../ui/copy-on-click.ts';
import { Bar } from '../ui/frame/bar.tsx';
import { useToast } from '../ui/notice/toast.tsx';
import { Still } from '../ui/still.tsx';
import type { Route } from './+types/repay.ts';
import { channelCards } from './channel-card-view.ts';
import { RepaySections } from './repay-sections.tsx';

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.text.title }];

export async function loader(args: Route.LoaderArgs) {
  const screen = openScreen(args);
  const { config, language, parameters } = screen;
  const productId = parameters.get('productId') ?? '';
  const orderId = parameters.get('orderId') ?? '';
  const answer = await screen.call(readRepayment, { productId, orderId });
  if (!answer.success) throw refusal(answer);
  const repayment = answer.data;
  const text = repayText[language];
  return {
    text: { title: text.title, back: text.back, help: text.help },
    loanLink: screen.link(config.paths.order, { productId, orderId }),
    page: serverPart({
      text,
      repayment,
      amount: formatMoney(repayment.amountMinor, language, config.amountStyle),
      logo: backendImage(screen, repayment.productLogo),
      cardLink: screen.link(config.paths.payWay, { productId, orderId }),
      groups: repayment.channelGroups.map(({ title, channels }) => ({
        title,
        cards: channelCards(channels, {
          text,
          image: (address) => backendImage(screen, address),
          instructionLink: (payCode) =>
            screen.link('/carpmm', {
              requestType: 1,
              amount: repayment.amountMinor,
              payCode,
              orderId,
              productId,
            }),
        }),
      })),
    }),
  };
}

export default function Repay({ loaderData }: Route.ComponentProps) {
  const { text, loanLink, page } = loaderData;
  const { config, helpLink } = useShell();
  const showToast = useToast();
  return (
    <>
      <Bar title={text.title} backLink={loanLink} helpLink={helpLink} text={text} config={config} />
      <main>
        <Still onClick={copyOnClick(showToast)}>
          {import.meta.env.SSR && <RepaySections {...page.value} />}
        </Still>
      </main>
    </>
  );
}
