import type { ReactNode } from 'react';
import { repayText } from '#content/messages/repay.ts';
import { wayText } from '#content/messages/ways-to-pay.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { Channel, ChannelGroup, PaymentPurpose } from '#contract/calls/repayment.ts';
import type { UsualWay } from '#contract/calls/usual-way.ts';
import { safeLink } from '#contract/safe-address.ts';
import { amountInField } from '#domain/money/amount-input.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import type { PaymentWay } from '#domain/repayment/usual-way.ts';
import type { SavedVoucher } from '#domain/site/saved-voucher.ts';
import { Amount } from '#ui/figures/amount-hero.tsx';
import { Codes, Copyable, CopyableCode, GroupedCode } from '#ui/figures/copyable-code.tsx';
import { Fold } from '#ui/figures/fold.tsx';
import { SavedPage } from '#ui/figures/saved-page.tsx';
import { Way, Ways } from '#ui/figures/way.tsx';
import { Button, ButtonLink } from '#ui/form/button.tsx';
import { bankIcon, barcodeIcon, cardIcon, Icon, qrIcon } from '#ui/frame/icons.tsx';
import { Dialog, DialogActions, DialogButton } from '#ui/notice/dialog.tsx';
import { Note } from '#ui/notice/note.tsx';
import { buttonOf, wayIcons } from '../loan/pay-by-way.tsx';
import { type PageFacts, usePage, useText } from '../page-context.tsx';
import styles from './pay-ways.module.css';

type Texts = TextsIn<typeof repayText>;

export interface WaysShown {
  readonly groups: readonly ChannelGroup[];
  readonly amountMinor: MinorAmount;
  readonly purpose: PaymentPurpose;
  /** How this borrower usually pays; null if unknown. */
  readonly usual: UsualWay | null;
  /** The way to open: a kind of channel, `next` for the second, `none`; the first for anything else. */
  readonly opened: string;
  /** Received on the loan so far; absent if unknown. */
  readonly receivedMinor?: MinorAmount | null;
  /** A note for every way; empty for none. */
  readonly hint?: string;
  /** Null where cards are not accepted. */
  readonly card: { readonly link: string; readonly more?: ReactNode } | null;
}

/** A channel with checked addresses; null for those not allowed. */
interface CheckedChannel {
  readonly channel: Channel;
  /** Its own name, else its group's, else its description. */
  readonly name: string;
  readonly note: string;
  readonly logo: string | null;
  readonly payLink: string | null;
  readonly barcodeImage: string | null;
  readonly qrImage: string | null;
  /** Page that explains or creates its code. */
  readonly instructionLink: string | null;
  readonly voucherLink: string | null;
}

/**
 * Every way to pay `amountMinor`, the usual one first and open (REPAY-3, REPAY-4, DELAY-1). Omits channels without anything to
 * pay with.
 */
export function PayWays(shown: WaysShown): ReactNode {
  const text = useText(repayText);
  const words = useText(wayText);
  const page = usePage();
  const { amountMinor, usual, opened, card, purpose, hint = '' } = shown;
  // The button of the page says already what its way charges.
  const noteOf = (kind: PaymentWay | null, note: string) =>
    opened === 'none' && usual?.kind === kind ? '' : note;
  const channels = payableChannels(shown, page, text);
  const isCardFirst = usual?.kind === 'card';
  const kinds: (PaymentWay | null)[] = channels.map(({ channel }) => channel.kind);
  if (card) kinds.splice(isCardFirst ? 0 : kinds.length, 0, 'card');
  if (kinds.length === 0) return <Note tone="warn">{text.noChannels}</Note>;
  const named = kinds.indexOf(opened as PaymentWay);
  // What cannot be had now is not what is opened.
  const isThere = (kind: PaymentWay | null, index: number) =>
    kind === 'card' || !channels[isCardFirst && card ? index - 1 : index]?.channel.unavailable;
  const usualIndex = Math.max(0, kinds.findIndex(isThere));
  const others = { next: Math.min(1, kinds.length - 1), none: -1 };
  const openIndex = others[opened as keyof typeof others] ?? (named < 0 ? usualIndex : named);
  const first = isCardFirst && card ? 1 : 0;
  const cardWay = card && (
    <Way
      icon={cardIcon}
      title={text.card}
      note={noteOf('card', words.cardNote)}
      isOpen={kinds.indexOf('card') === openIndex}
      id="way-card"
    >
      <div className={styles.big}>
        <ButtonLink href={card.link}>
          <Icon path={cardIcon} />
          {usual?.kind === 'card' && usual.cardEnding !== ''
            ? fill(words[`${purpose}-saved-card`], { ending: usual.cardEnding })
            : words[`${purpose}-card`]}
        </ButtonLink>
      </div>
      {hint && <p className="hint">{hint}</p>}
      {card.more}
    </Way>
  );
  return (
    <Ways>
      {isCardFirst && cardWay}
      {channels.map((checked, index) => (
        <ChannelWay
          key={`${checked.name} ${checked.channel.payCode}`}
          id={`way-${index}`}
          checked={checked}
          isOpen={index + first === openIndex}
          note={noteOf(checked.channel.kind, checked.note)}
          {...{ amountMinor, usual, purpose, hint }}
        />
      ))}
      {!isCardFirst && cardWay}
    </Ways>
  );
}

function payableChannels(
  { groups, amountMinor, purpose, receivedMinor = null }: WaysShown,
  { link, key, backendImage, backendLink }: PageFacts,
  text: Texts,
): CheckedChannel[] {
  return groups.flatMap(({ title: group, channels }) => {
    const payable = channels.map((channel): CheckedChannel => {
      const { title, description, payCode, codeRequest } = channel;
      const name = title || (channels.length === 1 ? group : '') || description || group;
      return {
        channel,
        name: name || text.waysToPay,
        note: channel.unavailable ? text.notNow : description === name ? '' : description,
        logo: backendImage(channel.logo),
        payLink: safeLink(channel.payLink, [], ['upi']),
        barcodeImage: backendImage(channel.barcodeImage),
        qrImage: backendImage(channel.codeImage),
        voucherLink: backendLink(channel.voucherLink),
        instructionLink:
          payCode || codeRequest
            ? link('/carpmm', {
                requestType: purpose === 'extend' ? 2 : 1,
                amount: amountMinor,
                payCode: payCode || codeRequest,
                received: receivedMinor ?? undefined,
                orderId: key.orderId,
                productId: key.productId,
              })
            : null,
      };
    });
    return payable.filter(isPayable);
  });
}

function isPayable({ channel, payLink, barcodeImage, qrImage }: CheckedChannel): boolean {
  const { payCode, bankCode, codeRequest, unavailable } = channel;
  return [payCode, bankCode, codeRequest, unavailable, payLink, barcodeImage, qrImage].some(Boolean);
}

/** One channel: a button, or codes to copy with the amount; further codes in a fold. */
function ChannelWay({
  id,
  checked,
  isOpen,
  note,
  amountMinor,
  usual,
  purpose,
  hint,
}: Pick<WaysShown, 'amountMinor' | 'usual' | 'purpose' | 'hint'> & {
  readonly note: string;
  readonly id: string;
  readonly checked: CheckedChannel;
  readonly isOpen: boolean;
}): ReactNode {
  const text = useText(repayText);
  const words = useText(wayText);
  const { money, plainAmount, link, key, currency, userId } = usePage();
  const { channel, name, logo, payLink, barcodeImage, qrImage, instructionLink, voucherLink } = checked;
  const { kind, holderName, payCode, bankCode, unavailable, codeRequest } = channel;
  const amount = money(amountMinor);
  // A shop's code and an app's picture are shown whole by a page or an app of their own.
  const isShown = (kind === 'store' || kind === 'upi') && (payCode !== '' || codeRequest !== '' || !!payLink);
  const label =
    usual?.kind === kind && usual ? buttonOf(words, usual, purpose) : wayLabel(words, kind, purpose);
  const codes = (
    <Codes>
      {payCode && <CopyableCode label={channel.codeLabel || text.code} code={payCode} isMain={!isShown} />}
      {bankCode && <CopyableCode label={text.bankCode} code={bankCode} />}
      {payCode && kind !== 'store' && (
        <Copyable label={text.amountToType} value={amountInField(amountMinor, currency)}>
          {plainAmount(amountMinor)}
        </Copyable>
      )}
    </Codes>
  );
  return (
    <Way
      id={id}
      icon={kind === null ? bankIcon : wayIcons[kind]}
      logo={logo}
      title={name}
      note={note}
      isOpen={isOpen}
    >
      {unavailable && <Note tone="warn">{unavailable}</Note>}
      {isShown && (
        <div className={styles.big}>
          {payLink ? (
            <ButtonLink href={payLink}>
              <Icon path={wayIcons.upi} />
              {label}
            </ButtonLink>
          ) : payCode === '' ? (
            <form
              method="post"
              action={link('/carpmm', {
                ...key,
                requestType: purpose === 'extend' ? 2 : 1,
                amount: amountMinor,
              })}
            >
              <Button name="way" value={codeRequest}>
                <Icon path={wayIcons[kind]} />
                {label}
              </Button>
            </form>
          ) : (
            <ButtonLink href={instructionLink ?? undefined}>
              <Icon path={wayIcons[kind]} />
              {label}
            </ButtonLink>
          )}
        </div>
      )}
      {isShown && payCode !== '' && (
        <div className={styles.inner}>
          <Fold title={qrImage ? text.qrTitle : text.codeFold}>
            {qrImage && (
              <div className={styles.sheet}>
                <img className={styles.qr} src={qrImage} alt={fill(text.qrImage, { amount })} />
              </div>
            )}
            {codes}
            {barcodeImage && <BarcodeButton id={id} />}
            {holderName && kind === 'upi' && (
              <p className="hint">
                <InNameOf name={holderName} />
              </p>
            )}
            {kind === 'upi' && instructionLink && <HowLink link={instructionLink} />}
          </Fold>
        </div>
      )}
      {!isShown && (payCode || bankCode) && codes}
      {!isShown && barcodeImage && <BarcodeButton id={id} />}
      {!isShown && qrImage && (
        <DialogButton dialogId={`${id}-qr`}>
          <Icon path={qrIcon} size={20} />
          {text.showQr}
        </DialogButton>
      )}
      {!isShown && payLink && <ButtonLink href={payLink}>{words['repay-upi']}</ButtonLink>}
      <p className="hint">
        {hint} {holderName && kind !== 'store' && !isShown ? <InNameOf name={holderName} /> : text.fraud}
      </p>
      {channel.note && <p className="hint">{channel.note}</p>}
      {voucherLink && (
        <p>
          <a href={voucherLink}>{text.seeVoucher}</a>
        </p>
      )}
      {!isShown && instructionLink && <HowLink link={instructionLink} />}
      {barcodeImage && (
        <CodeDialog id={`${id}-barcode`} title={text.barcodeTitle} hint={text.barcodeHint} amount={amount}>
          <div className={styles.scroll}>
            <img
              className={styles.barcode}
              src={barcodeImage}
              alt={fill(text.barcodeImage, { code: payCode })}
            />
          </div>
          <p className={styles.digits}>
            <GroupedCode code={payCode} />
          </p>
        </CodeDialog>
      )}
      {!isShown && qrImage && (
        <CodeDialog id={`${id}-qr`} title={text.qrTitle} hint={text.qrHint} amount={amount}>
          <img className={styles.qr} src={qrImage} alt={fill(text.qrImage, { amount })} />
        </CodeDialog>
      )}
      <SavedPage owner={userId} voucher={voucherOf(channel, name, amount, text)} />
    </Way>
  );
}

function wayLabel(words: TextsIn<typeof wayText>, kind: Channel['kind'], purpose: PaymentPurpose): string {
  return kind === 'upi' ? words[`${purpose}-upi`] : words[`${purpose}-cash`];
}

function BarcodeButton({ id }: { readonly id: string }): ReactNode {
  const text = useText(repayText);
  return (
    <DialogButton dialogId={`${id}-barcode`}>
      <Icon path={barcodeIcon} size={20} />
      {text.showBarcode}
    </DialogButton>
  );
}

function HowLink({ link }: { readonly link: string }): ReactNode {
  const text = useText(repayText);
  return (
    <p>
      <a href={link}>{text.howToPay}</a>
    </p>
  );
}

/** A barcode or QR code, black on white in both modes, with the amount. */
function CodeDialog({
  id,
  title,
  hint,
  amount,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  readonly amount: string;
  readonly children: ReactNode;
}): ReactNode {
  const text = useText(repayText);
  return (
    <Dialog id={id} title={title} closeLabel={text.close}>
      <div className={styles.sheet}>{children}</div>
      <div className="gap center">
        <Amount amount={amount} />
        <p className="hint">{hint}</p>
      </div>
      <DialogActions>
        <DialogButton dialogId={id} command="close">
          {text.close}
        </DialogButton>
      </DialogActions>
    </Dialog>
  );
}

/** The account's holder, untranslated, as the bank shows the same name. */
function InNameOf({ name }: { readonly name: string }): ReactNode {
  const [before, after] = useText(repayText).inNameOf.split('{name}');
  return (
    <>
      {before}
      <span translate="no">{name}</span>
      {after}
    </>
  );
}

function voucherOf(
  { codeLabel, payCode, bankCode, holderName }: Channel,
  title: string,
  amount: string,
  text: Texts,
): SavedVoucher {
  const rows = [
    { label: text.amount, value: amount },
    { label: codeLabel || text.code, value: payCode },
    { label: text.bankCode, value: bankCode },
    { label: text.holder, value: holderName },
  ];
  return { id: `code ${payCode || bankCode}`, title, rows: rows.filter(({ value }) => value !== '') };
}
