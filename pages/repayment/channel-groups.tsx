import { Fragment, type ReactNode } from 'react';
import { repayText } from '#content/messages/repay.ts';
import type { TextsIn } from '#content/text-pack.ts';
import type { Channel, ChannelGroup, PaymentPurpose } from '#contract/calls/repayment.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import type { KeptVoucher } from '#domain/site/kept-voucher.ts';
import { backendImage, backendLink } from '../backend-link.ts';
import type { OpenScreen } from '../open-screen.ts';
import { safeLink } from '../safe-address.ts';
import { Kept } from '../ui/figures/kept.tsx';
import { Note } from '../ui/notice/note.tsx';
import { ChannelCard, type CheckedChannel } from './channel-card.tsx';

/**
 * Every way to pay `amountMinor` on the address's loan, group by group (REPAY-3, DELAY-1). A channel that has nothing to
 * pay with gets no card, and a group without cards no heading. Its codes are copied by `browser/copy.ts`.
 */
export function ChannelGroups({
  open,
  groups,
  amountMinor,
  currency,
  purpose,
}: {
  readonly open: OpenScreen;
  readonly groups: readonly ChannelGroup[];
  readonly amountMinor: MinorAmount;
  readonly currency: Currency | null;
  readonly purpose: PaymentPurpose;
}): ReactNode {
  const text = repayText[open.language];
  const checked = (channel: Channel): CheckedChannel => ({
    channel,
    logo: backendImage(open, channel.logo),
    payLink: safeLink(channel.payLink, [], ['upi']),
    barcodeImage: backendImage(open, channel.barcodeImage),
    qrImage: backendImage(open, channel.codeImage),
    voucherLink: backendLink(open, channel.voucherLink),
    instructionLink:
      channel.payCode || channel.codeRequest
        ? open.link('/carpmm', {
            requestType: purpose === 'extend' ? 2 : 1,
            amount: amountMinor,
            payCode: channel.payCode || channel.codeRequest,
            orderId: open.parameter('orderId'),
            productId: open.parameter('productId'),
          })
        : null,
  });
  const shown = groups
    .map(({ title, channels }) => ({ title, channels: channels.map(checked).filter(isPayable) }))
    .filter(({ channels }) => channels.length > 0);
  if (shown.length === 0) {
    return (
      <section>
        <Note tone="warn">{text.noChannels}</Note>
      </section>
    );
  }
  const amount = formatMoney(amountMinor, open.language, open.config.amountStyle, currency);
  return shown.map(({ title, channels }, groupIndex) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other name that is sure to differ.
    <section key={groupIndex}>
      <h2>{title || text.waysToPay}</h2>
      {channels.map((channel, index) => {
        const id = `channel-${groupIndex}-${index}`;
        return (
          <Fragment key={id}>
            <ChannelCard id={id} checked={channel} text={text} amount={amount} />
            <Kept owner={open.query.userId} voucher={voucherOf(channel.channel, amount, text)} />
          </Fragment>
        );
      })}
    </section>
  ));
}

function voucherOf(
  { title, description, codeLabel, payCode, bankCode, holderName }: Channel,
  amount: string,
  text: TextsIn<typeof repayText>,
): KeptVoucher {
  const rows = [
    { label: text.amount, value: amount },
    { label: codeLabel || text.code, value: payCode },
    { label: text.bankCode, value: bankCode },
    { label: text.holder, value: holderName },
  ];
  return {
    id: `code ${payCode || bankCode}`,
    title: title || description,
    rows: rows.filter(({ value }) => value !== ''),
  };
}

function isPayable({ channel, payLink, barcodeImage, qrImage }: CheckedChannel): boolean {
  const { payCode, bankCode, codeRequest, unavailable } = channel;
  return [payCode, bankCode, codeRequest, unavailable, payLink, barcodeImage, qrImage].some(Boolean);
}
