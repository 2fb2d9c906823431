import type { repayText } from '#content/messages/repay.ts';
import type { TextsIn } from '#content/text-pack.ts';
import type { Channel } from '#contract/calls/repayment.ts';
import { safeLink } from '../safe-address.ts';

/** A code of a channel and what is said once it is copied. */
export interface ChannelCode {
  readonly label: string;
  readonly code: string;
  readonly copied: string;
}

/** A channel as its card shows it: every address checked, nothing that is missing left to show. */
export interface ChannelCardView {
  readonly kind: Channel['kind'];
  readonly logo: string | null;
  readonly title: string;
  readonly note: string;
  readonly codes: readonly ChannelCode[];
  readonly holderName: string;
  readonly payLink: string | null;
  readonly barcodeImage: string | null;
  readonly qrImage: string | null;
  readonly instructionLink: string | null;
}

/** What the cards need of their screen. */
export interface ChannelSurroundings {
  readonly text: TextsIn<typeof repayText>;
  /** The address of an image, if it may be shown. */
  image(address: string): string | null;
  /** Where the instructions for a code are. */
  instructionLink(payCode: string): string;
}

/**
 * The cards of a group's channels (REPAY-3). A channel without a title of its own goes by its description, and one that
 * has nothing to pay with gets no card.
 */
export function channelCards(
  channels: readonly Channel[],
  { text, image, instructionLink }: ChannelSurroundings,
): ChannelCardView[] {
  const cards = channels.map((channel) => ({
    kind: channel.kind,
    logo: image(channel.logo),
    title: channel.title || channel.description,
    note: channel.title ? channel.description : '',
    codes: codesOf(channel, text),
    holderName: channel.holderName,
    payLink: safeLink(channel.payLink, [], ['upi']),
    barcodeImage: image(channel.barcodeImage),
    qrImage: image(channel.codeImage),
    instructionLink: channel.payCode ? instructionLink(channel.payCode) : null,
  }));
  return cards.filter(
    ({ codes, payLink, barcodeImage, qrImage }) =>
      codes.length > 0 || payLink !== null || barcodeImage !== null || qrImage !== null,
  );
}

function codesOf(channel: Channel, text: ChannelSurroundings['text']): ChannelCode[] {
  return [
    { label: channel.codeLabel, code: channel.payCode, copied: copiedText(channel, text) },
    { label: text.bankCode, code: channel.bankCode, copied: text.bankCodeCopied },
  ].filter(({ code }) => code !== '');
}

function copiedText({ kind, payCode }: Channel, text: ChannelSurroundings['text']): string {
  if (kind === 'bank-transfer' && /^\d{18}$/.test(payCode)) return text.clabeCopied;
  if (kind === 'store') return text.referenceCopied;
  return kind === 'virtual-account' || kind === 'bank-transfer' ? text.accountCopied : text.codeCopied;
}
