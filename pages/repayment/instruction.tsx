/** How to pay one code, step by step (specification, section 2, `/carpmm`; INSTR-1). Ships no script. */
import { data } from 'react-router';
import { instructionText } from '#content/messages/instruction.ts';
import { readPaymentInstruction } from '#contract/calls/repayment.ts';
import { MoneyError, minorAmountFromText } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { backendImage, backendLink } from '../backend-link.ts';
import { type OpenScreen, openScreen, refusal } from '../open-screen.server.ts';
import type { Problem } from '../problem.ts';
import { safeLink } from '../safe-address.ts';
import { useShell } from '../shell.ts';
import { Bar } from '../ui/frame/bar.tsx';
import type { Route } from './+types/instruction.ts';
import { InstructionSections } from './instruction-sections.tsx';

export const handle = { script: false };

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.title }];

export async function loader(args: Route.LoaderArgs) {
  const screen = openScreen(args);
  const { config, language, parameters } = screen;
  const productId = parameters.get('productId') ?? '';
  const orderId = parameters.get('orderId') ?? '';
  const purpose = parameters.get('requestType') === '2' ? 'extend' : 'repay';
  const answer = await screen.call(readPaymentInstruction, {
    productId,
    orderId,
    amountMinor: askedAmount(parameters.get('amount') ?? ''),
    payCode: parameters.get('payCode') ?? '',
    purpose,
  });
  if (!answer.success) throw refusal(answer);
  const instruction = answer.data;
  const text = instructionText[language];
  return {
    text,
    title: purpose === 'extend' ? text.titleExtend : text.title,
    instruction,
    amount: formatMoney(instruction.amountMinor, language, config.amountStyle),
    topLogo: backendImage(screen, instruction.topLogo),
    bottomLogo: backendImage(screen, instruction.bottomLogo),
    codeImage: backendImage(screen, instruction.codeImage),
    imageSections: instruction.imageSections.map((section) => ({
      ...section,
      contactLink: contactLink(screen, section.contact),
      images: section.images.map((image) => backendImage(screen, image)).filter((image) => image !== null),
    })),
    feesLink: screen.providerFeesUrl,
    backLink: screen.link(purpose === 'extend' ? config.paths.repayDelay : config.paths.repay, {
      productId,
      orderId,
    }),
  };
}

/** The amount of the address, minor units. Anything else is answered as a request the contract does not allow. */
function askedAmount(text: string): ReturnType<typeof minorAmountFromText> {
  try {
    return minorAmountFromText(text);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw data<Problem>({ kind: 'request-invalid', message: '' }, { status: 422 });
  }
}

/** A mail address or a link to ask at; null when the contact is neither, and then it is shown as text. */
function contactLink(screen: OpenScreen, contact: string): string | null {
  if (/^[^\s@:/]+@[^\s@:/]+$/.test(contact)) return `mailto:${contact}`;
  return safeLink(contact, [], ['mailto', 'tel']) ?? backendLink(screen, contact);
}

export default function Instruction({ loaderData }: Route.ComponentProps) {
  const { text, title, backLink } = loaderData;
  const { config, helpLink } = useShell();
  return (
    <>
      <Bar title={title} backLink={backLink} helpLink={helpLink} text={text} config={config} />
      <main>
        <InstructionSections {...loaderData} />
      </main>
    </>
  );
}
