/** What postponing costs, when it is paid instead, and how to pay for it (specification, section 2; DELAY-1 to DELAY-3). */
import { extensionText } from '#content/messages/extension.ts';
import { repayText } from '#content/messages/repay.ts';
import { readExtension } from '#contract/calls/extension.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { backendImage } from '../backend-link.ts';
import { openScreen, refusal } from '../open-screen.server.ts';
import { channelCards } from '../repayment/channel-card-view.ts';
import { useShell } from '../shell.ts';
import { copyOnClick } from '../ui/copy-on-click.ts';
import { Bar } from '../ui/frame/bar.tsx';
import { useToast } from '../ui/notice/toast.tsx';
import { Still } from '../ui/still.tsx';
import type { Route } from './+types/extension.ts';
import { ExtensionSections } from './extension-sections.tsx';
import { ServiceButton } from './service-button.tsx';
import { useServiceButtonPlace } from './service-button-place.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.text.title }];

export async function loader(args: Route.LoaderArgs) {
  const screen = openScreen(args);
  const { config, language, parameters } = screen;
  const productId = parameters.get('productId') ?? '';
  const orderId = parameters.get('orderId') ?? '';
  const answer = await screen.call(readExtension, { productId, orderId });
  if (!answer.success) throw refusal(answer);
  const extension = answer.data;
  const cardText = repayText[language];
  return {
    text: extensionText[language],
    cardText,
    language,
    amountStyle: config.amountStyle,
    extension,
    amount: formatMoney(extension.amountMinor, language, config.amountStyle),
    logo: backendImage(screen, extension.productLogo),
    groups: extension.channelGroups.map(({ title, channels }) => ({
      title,
      cards: channelCards(channels, {
        text: cardText,
        image: (address) => backendImage(screen, address),
        instructionLink: (payCode) =>
          screen.link('/carpmm', {
            requestType: 2,
            amount: extension.amountMinor,
            payCode,
            orderId,
            productId,
          }),
      }),
    })),
    loanLink: screen.link(config.paths.order, { productId, orderId }),
    repayLink: screen.link(config.paths.repay, { productId, orderId }),
  };
}

export default function Extension({ loaderData }: Route.ComponentProps) {
  const { text, cardText, loanLink } = loaderData;
  const { config, helpLink } = useShell();
  const showToast = useToast();
  useServiceButtonPlace();
  return (
    <>
      <Bar title={text.title} backLink={loanLink} helpLink={helpLink} text={cardText} config={config} />
      <main>
        <Still onClick={copyOnClick(showToast)}>
          {import.meta.env.SSR && <ExtensionSections {...loaderData} />}
        </Still>
      </main>
      <Still>{import.meta.env.SSR && <ServiceButton link={helpLink} text={text} />}</Still>
    </>
  );
}
