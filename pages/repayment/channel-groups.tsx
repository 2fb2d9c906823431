import { Fragment, type ReactNode } from 'react';
import { repayText } from '#content/messages/repay.ts';
import type { TextsIn } from '#content/text-pack.ts';
import type { Channel, ChannelGroup, PaymentPurpose } from '#contract/calls/repayment.ts';
import { safeLink } from '#contract/safe-address.ts';
import { amountInField } from '#domain/money/amount-input.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import type { SavedVoucher } from '#domain/site/saved-voucher.ts';
import { SavedPage } from '#ui/figures/saved-page.tsx';
import { Note } from '#ui/notice/note.tsx';
import { backendImage, backendLink } from '../backend-link.ts';
import type { OpenScreen } from '../open-screen.ts';
import { ChannelCard, type CheckedChannel } from './channel-card.tsx';

interface ChannelGroupsProperties {
  readonly open: OpenScreen;
  readonly groups: readonly ChannelGroup[];
  readonly amountMinor: MinorAmount;
  readonly currency: Currency | null;
  readonly purpose: PaymentPurpose;
}

/** A group with a way to pay, under the heading that `id` names. */
interface PayableGroup {
  readonly id: string;
  readonly title: string;
  readonly channels: readonly CheckedChannel[];
}

/** The groups of which something can be paid with, in their order. */
export function payableGroups({
  open,
  groups,
  amountMinor,
  purpose,
}: Omit<ChannelGroupsProperties, 'currency'>): PayableGroup[] {
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
  return groups
    .map(({ title, channels }) => ({
      title: title || repayText[open.language].waysToPay,
      channels: channels.map(checked).filter(isPayable),
    }))
    .filter(({ channels }) => channels.length > 0)
    .map((group, index) => ({ ...group, id: `ways-${index}` }));
}

/**
 * Every way to pay `amountMinor` on the address's loan, group by group (REPAY-3, DELAY-1). A channel that has nothing to
 * pay with gets no card, and a group without cards no heading. Its codes are copied by `browser/copy.ts`.
 */
export function ChannelGroups(properties: ChannelGroupsProperties): ReactNode {
  const { open, amountMinor, currency } = properties;
  const text = repayText[open.language];
  const shown = payableGroups(properties);
  if (shown.length === 0) {
    return (
      <section>
        <Note tone="warn">{text.noChannels}</Note>
      </section>
    );
  }
  const amount = formatMoney(amountMinor, open.language, open.config.amountStyle, currency);
  return shown.map(({ id: groupId, title, channels }, groupIndex) => (
    <section key={groupId}>
      <h2 id={groupId}>{title}</h2>
      {channels.map((channel, index) => {
        const id = `channel-${groupIndex}-${index}`;
        return (
          <Fragment key={id}>
            <ChannelCard
              id={id}
              checked={channel}
              text={text}
              amount={amount}
              amountToType={amountInField(amountMinor, currency)}
            />
            <SavedPage owner={open.query.userId} voucher={voucherOf(channel.channel, amount, text)} />
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
): SavedVoucher {
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
