import type { ReactNode } from 'react';
import type { repayText } from '#content/messages/repay.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { Channel } from '#contract/calls/repayment.ts';
import { Amount } from '#ui/figures/amount-hero.tsx';
import { Card, CardActions } from '#ui/figures/card.tsx';
import { CopyableCode, GroupedCode } from '#ui/figures/copyable-code.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { bankIcon, barcodeIcon, Icon, payByPhoneIcon, qrIcon, storeIcon } from '#ui/frame/icons.tsx';
import { Dialog, DialogActions, DialogButton } from '#ui/notice/dialog.tsx';
import { Note } from '#ui/notice/note.tsx';
import styles from './channel-card.module.css';

type Texts = TextsIn<typeof repayText>;

/** A channel whose addresses are checked: null where there is none that may be shown. */
export interface CheckedChannel {
  readonly channel: Channel;
  readonly logo: string | null;
  readonly payLink: string | null;
  readonly barcodeImage: string | null;
  readonly qrImage: string | null;
  /** Where paying its code is explained, or one is made. */
  readonly instructionLink: string | null;
  readonly voucherLink: string | null;
}

const icons = {
  'bank-transfer': bankIcon,
  'virtual-account': bankIcon,
  store: storeIcon,
  upi: payByPhoneIcon,
};

/**
 * One way to pay: its codes to copy, its picture codes behind a button, and where it is explained (REPAY-3). A channel
 * without a title of its own goes by its description.
 */
export function ChannelCard({
  id,
  checked: { channel, logo, payLink, barcodeImage, qrImage, instructionLink, voucherLink },
  text,
  amount,
  amountToType,
}: {
  readonly id: string;
  readonly checked: CheckedChannel;
  readonly text: Texts;
  readonly amount: string;
  /** The same as a bank's form takes it, without a sign and without groups. */
  readonly amountToType: string;
}): ReactNode {
  const { kind, title, description, holderName, codeLabel, payCode, bankCode, note, unavailable } = channel;
  const codes = [
    { label: codeLabel, code: payCode, copied: copiedText(channel, text) },
    { label: text.bankCode, code: bankCode, copied: text.bankCodeCopied },
    // Who transfers types the amount; at a till it is said, and a payment app has it already.
    {
      label: text.amountToType,
      code: payCode !== '' && isTransfer(channel) ? amountToType : '',
      copied: text.amountCopied,
    },
  ].filter(({ code }) => code !== '');
  const code = codes[0]?.code ?? '';
  const codeRequest = fill(text.getCode, { amount });
  return (
    <>
      <Card
        icon={icons[kind ?? 'bank-transfer']}
        logo={logo}
        title={title || description}
        note={title ? description : ''}
      >
        {codes.map(({ label, code, copied }) => (
          <CopyableCode
            key={label}
            label={label}
            code={code}
            text={{ copy: text.copy, copied, notCopied: text.notCopied }}
          />
        ))}
        {holderName && <p className="hint">{fill(text.inNameOf, { name: holderName })}</p>}
        {note && <p className="hint">{note}</p>}
        {unavailable && <Note tone="warn">{unavailable}</Note>}
        <CardActions>
          {payLink && <ButtonLink href={payLink}>{text.openApp}</ButtonLink>}
          {barcodeImage && (
            <DialogButton dialogId={`${id}-barcode`}>
              <Icon path={barcodeIcon} size={20} />
              {text.showBarcode}
            </DialogButton>
          )}
          {qrImage && (
            <DialogButton dialogId={`${id}-qr`}>
              <Icon path={qrIcon} size={20} />
              {text.showQr}
            </DialogButton>
          )}
        </CardActions>
        {voucherLink && (
          <p>
            <a href={voucherLink}>{text.seeVoucher}</a>
          </p>
        )}
        {instructionLink &&
          (code ? (
            <p>
              <a href={instructionLink}>{text.howToPay}</a>
            </p>
          ) : (
            <CardActions>
              <ButtonLink
                aria-label={`${codeRequest}: ${title || description}`}
                href={instructionLink}
                kind="second"
              >
                {codeRequest}
              </ButtonLink>
            </CardActions>
          ))}
      </Card>
      {barcodeImage && (
        <CodeDialog
          id={`${id}-barcode`}
          title={text.barcodeTitle}
          hint={text.barcodeHint}
          amount={amount}
          text={text}
        >
          <img className={styles.barcode} src={barcodeImage} alt={fill(text.barcodeImage, { code })} />
          <p className={styles.digits}>
            <GroupedCode code={code} />
          </p>
        </CodeDialog>
      )}
      {qrImage && (
        <CodeDialog id={`${id}-qr`} title={text.qrTitle} hint={text.qrHint} amount={amount} text={text}>
          <img className={styles.qr} src={qrImage} alt={fill(text.qrImage, { amount })} />
        </CodeDialog>
      )}
    </>
  );
}

/** A picture code, black on white in both modes, with the amount. */
function CodeDialog({
  id,
  title,
  hint,
  amount,
  text,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  readonly amount: string;
  readonly text: Texts;
  readonly children: ReactNode;
}): ReactNode {
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

function isTransfer({ kind }: Channel): boolean {
  return kind === 'bank-transfer' || kind === 'virtual-account';
}

function copiedText({ kind, payCode }: Channel, text: Texts): string {
  if (kind === 'bank-transfer' && /^\d{18}$/.test(payCode)) return text.clabeCopied;
  if (kind === 'store') return text.referenceCopied;
  return kind === 'virtual-account' || kind === 'bank-transfer' ? text.accountCopied : text.codeCopied;
}
