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
import { buttonOf, codeLink, wayIcons } from '../loan/pay-by-way.tsx';
import { type PageFacts, usePage, useText } from '../page-context.tsx';
import styles from './pay-ways.module.css';

type Texts = TextsIn<typeof repayText>;

export interface PayWaysProperties {
  readonly groups: readonly ChannelGroup[];
  readonly amountMinor: MinorAmount;
  readonly purpose: PaymentPurpose;
  readonly usual: UsualWay | null;
  /** The way that is open at first: a kind of channel, `next` for the second or `none`; any other value opens the first. */
  readonly opened: string;
  readonly receivedMinor?: MinorAmount | null;
  readonly hint?: string;
  /** Null where cards are not accepted. */
  readonly card: { readonly link: string; readonly more?: ReactNode } | null;
}

/** A channel whose addresses are checked; an address that is not allowed is null. */
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
export function PayWays(shown: PayWaysProperties): ReactNode {
  const text = useText(repayText);
  const page = usePage();
  const { usual, opened, card, amountMinor, purpose, hint } = shown;
  const payment = { amountMinor, usual, purpose, hint };
  const ways = payableChannels(shown, page, text).map((checked, index) => ({
    kind: checked.channel.kind as PaymentWay | null,
    isAvailable: !checked.channel.unavailable,
    show: (isOpen: boolean, hidesNote: boolean) => (
      <ChannelWay
        {...payment}
        key={`${checked.name} ${checked.channel.payCode}`}
        id={`way-${index}`}
        checked={checked}
        isOpen={isOpen}
        note={hidesNote ? '' : checked.note}
      />
    ),
  }));
  if (card) {
    ways.splice(usual?.kind === 'card' ? 0 : ways.length, 0, {
      kind: 'card',
      isAvailable: true,
      show: (isOpen, hidesNote) => (
        <CardWay {...payment} key="card" card={card} isOpen={isOpen} hidesNote={hidesNote} />
      ),
    });
  }
  if (ways.length === 0) return <Note tone="warn">{text.noChannels}</Note>;
  const named = ways.findIndex(({ kind }) => kind === opened);
  const available = ways.findIndex(({ isAvailable }) => isAvailable);
  const others = { next: Math.min(1, ways.length - 1), none: -1 };
  const openIndex = others[opened as keyof typeof others] ?? (named < 0 ? Math.max(0, available) : named);
  // The page's own button already says what the usual way charges.
  const isSaid = (kind: PaymentWay | null) => opened === 'none' && usual?.kind === kind;
  return <Ways>{ways.map(({ kind, show }, index) => show(index === openIndex, isSaid(kind)))}</Ways>;
}

function CardWay({
  card,
  usual,
  purpose,
  hint,
  isOpen,
  hidesNote,
}: Pick<PayWaysProperties, 'usual' | 'purpose'> & {
  readonly hint: string | undefined;
  readonly card: NonNullable<PayWaysProperties['card']>;
  readonly isOpen: boolean;
  readonly hidesNote: boolean;
}): ReactNode {
  const words = useText(wayText);
  const label = usual?.kind === 'card' ? buttonOf(words, usual, purpose) : words[`${purpose}-card`];
  return (
    <Way
      icon={cardIcon}
      title={useText(repayText).card}
      note={hidesNote ? '' : words.cardNote}
      isOpen={isOpen}
      id="way-card"
    >
      <div className={styles.big}>
        <ButtonLink href={card.link}>
          <Icon path={cardIcon} />
          {label}
        </ButtonLink>
      </div>
      {hint && <p className="hint">{hint}</p>}
      {card.more}
    </Way>
  );
}

function payableChannels(
  { groups, amountMinor, purpose, receivedMinor = null }: PayWaysProperties,
  page: PageFacts,
  text: Texts,
): CheckedChannel[] {
  const { backendImage, backendLink } = page;
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
            ? codeLink(page, { purpose, amountMinor, payCode: payCode || codeRequest, receivedMinor })
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

/** Shop codes and payment apps have a page or an app of their own; other codes are copied from here. */
function hasOwnPage({ channel: { kind, payCode, codeRequest }, payLink }: CheckedChannel): boolean {
  return (kind === 'store' || kind === 'upi') && (payCode !== '' || codeRequest !== '' || payLink !== null);
}

interface ChannelProperties extends Pick<PayWaysProperties, 'amountMinor' | 'usual' | 'purpose'> {
  readonly id: string;
  readonly checked: CheckedChannel;
}

function ChannelWay({
  isOpen,
  note,
  hint,
  ...properties
}: ChannelProperties & {
  readonly isOpen: boolean;
  readonly note: string;
  readonly hint: string | undefined;
}): ReactNode {
  const text = useText(repayText);
  const { money, userId } = usePage();
  const { id, checked, amountMinor } = properties;
  const { channel, name, logo, instructionLink, voucherLink } = checked;
  const { kind, holderName, unavailable } = channel;
  const isShown = hasOwnPage(checked);
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
      {isShown ? <ButtonAndFold {...properties} /> : <CodesToCopy {...properties} />}
      <p className="hint">
        {hint ?? ''}{' '}
        {holderName && kind !== 'store' && !isShown ? <InNameOf name={holderName} /> : text.fraud}
      </p>
      {channel.note && <p className="hint">{channel.note}</p>}
      {voucherLink && <TextLink link={voucherLink}>{text.seeVoucher}</TextLink>}
      {!isShown && instructionLink && <TextLink link={instructionLink}>{text.howToPay}</TextLink>}
      <CodeDialogs {...properties} />
      <SavedPage owner={userId} voucher={voucherOf(channel, name, money(amountMinor), text)} />
    </Way>
  );
}

function ButtonAndFold(properties: ChannelProperties): ReactNode {
  const text = useText(repayText);
  const { id, checked } = properties;
  const { channel, barcodeImage, qrImage, instructionLink } = checked;
  const { kind, payCode, holderName } = channel;
  return (
    <>
      <div className={styles.big}>
        <ChannelButton {...properties} />
      </div>
      {payCode !== '' && (
        <div className={styles.inner}>
          <Fold title={qrImage ? text.qrTitle : text.codeFold}>
            {qrImage && (
              <div className={styles.sheet}>
                <QrImage {...properties} src={qrImage} />
              </div>
            )}
            <ChannelCodes {...properties} />
            {barcodeImage && <BarcodeButton id={id} />}
            {holderName && kind === 'upi' && (
              <p className="hint">
                <InNameOf name={holderName} />
              </p>
            )}
            {kind === 'upi' && instructionLink && <TextLink link={instructionLink}>{text.howToPay}</TextLink>}
          </Fold>
        </div>
      )}
    </>
  );
}

function ChannelButton({ checked, amountMinor, usual, purpose }: ChannelProperties): ReactNode {
  const words = useText(wayText);
  const page = usePage();
  const { payLink, instructionLink, channel } = checked;
  const { kind, payCode, codeRequest } = channel;
  const label =
    usual?.kind === kind && usual
      ? buttonOf(words, usual, purpose)
      : kind === 'upi'
        ? words[`${purpose}-upi`]
        : words[`${purpose}-cash`];
  const content = (
    <>
      <Icon path={wayIcons[payLink || kind === null ? 'upi' : kind]} />
      {label}
    </>
  );
  if (payLink || payCode !== '') {
    return <ButtonLink href={payLink ?? instructionLink ?? undefined}>{content}</ButtonLink>;
  }
  return (
    <form method="post" action={codeLink(page, { purpose, amountMinor })}>
      <Button name="way" value={codeRequest}>
        {content}
      </Button>
    </form>
  );
}

function CodesToCopy(properties: ChannelProperties): ReactNode {
  const text = useText(repayText);
  const words = useText(wayText);
  const { id, checked } = properties;
  const { channel, payLink, barcodeImage, qrImage } = checked;
  return (
    <>
      {(channel.payCode || channel.bankCode) && <ChannelCodes {...properties} />}
      {barcodeImage && <BarcodeButton id={id} />}
      {qrImage && (
        <DialogButton dialogId={`${id}-qr`}>
          <Icon path={qrIcon} size={20} />
          {text.showQr}
        </DialogButton>
      )}
      {payLink && <ButtonLink href={payLink}>{words['repay-upi']}</ButtonLink>}
    </>
  );
}

function ChannelCodes({ checked, amountMinor }: ChannelProperties): ReactNode {
  const text = useText(repayText);
  const { plainAmount, currency } = usePage();
  const { kind, payCode, bankCode, codeLabel } = checked.channel;
  return (
    <Codes>
      {payCode && (
        <CopyableCode label={codeLabel || text.code} code={payCode} isMain={!hasOwnPage(checked)} />
      )}
      {bankCode && <CopyableCode label={text.bankCode} code={bankCode} />}
      {payCode && kind !== 'store' && (
        <Copyable label={text.amountToType} value={amountInField(amountMinor, currency)}>
          {plainAmount(amountMinor)}
        </Copyable>
      )}
    </Codes>
  );
}

function CodeDialogs(properties: ChannelProperties): ReactNode {
  const text = useText(repayText);
  const { id, checked, amountMinor } = properties;
  const { barcodeImage, qrImage, channel } = checked;
  const amount = usePage().money(amountMinor);
  return (
    <>
      {barcodeImage && (
        <CodeDialog id={`${id}-barcode`} title={text.barcodeTitle} hint={text.barcodeHint} amount={amount}>
          <div className={styles.scroll}>
            <img
              className={styles.barcode}
              src={barcodeImage}
              alt={fill(text.barcodeImage, { code: channel.payCode })}
            />
          </div>
          <p className={styles.digits}>
            <GroupedCode code={channel.payCode} />
          </p>
        </CodeDialog>
      )}
      {qrImage && !hasOwnPage(checked) && (
        <CodeDialog id={`${id}-qr`} title={text.qrTitle} hint={text.qrHint} amount={amount}>
          <QrImage {...properties} src={qrImage} />
        </CodeDialog>
      )}
    </>
  );
}

function QrImage({
  src,
  amountMinor,
}: {
  readonly src: string;
  readonly amountMinor: MinorAmount;
}): ReactNode {
  const alt = fill(useText(repayText).qrImage, { amount: usePage().money(amountMinor) });
  return <img className={styles.qr} src={src} alt={alt} />;
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

function TextLink({ link, children }: { readonly link: string; readonly children: string }): ReactNode {
  return (
    <p>
      <a href={link}>{children}</a>
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

/** The account holder, untranslated, since the borrower's bank shows the same name. */
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
