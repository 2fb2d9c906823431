import type { ReactNode } from 'react';
import type { repayText } from '#content/messages/repay.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import { Amount } from '../ui/figures/amount-hero.tsx';
import { Card, CardActions } from '../ui/figures/card.tsx';
import { groupedCode } from '../ui/figures/code-groups.ts';
import { CopyableCode } from '../ui/figures/copyable-code.tsx';
import { ButtonLink } from '../ui/form/button.tsx';
import { bankIcon, barcodeIcon, Icon, phoneIcon, qrIcon, storeIcon } from '../ui/frame/icons.tsx';
import { Dialog, DialogActions, DialogButton } from '../ui/notice/dialog.tsx';
import styles from './channel-card.module.css';
import type { ChannelCardView } from './channel-card-view.ts';

type Texts = TextsIn<typeof repayText>;

const icons = {
  'bank-transfer': bankIcon,
  'virtual-account': bankIcon,
  store: storeIcon,
  upi: phoneIcon,
};

/** One way to pay: its codes to copy, its picture codes behind a button, and where it is explained (REPAY-3). */
export function ChannelCard({
  id,
  card,
  text,
}: {
  readonly id: string;
  readonly card: ChannelCardView;
  readonly text: Texts;
}): ReactNode {
  return (
    <Card icon={icons[card.kind ?? 'bank-transfer']} logo={card.logo} title={card.title} note={card.note}>
      {card.codes.map(({ label, code, copied }) => (
        <CopyableCode
          key={code}
          label={label}
          code={code}
          shown={groupedCode(code)}
          text={{ copy: text.copy, copied, notCopied: text.notCopied }}
        />
      ))}
      {card.holderName && <p className="hint">{fill(text.inNameOf, { name: card.holderName })}</p>}
      <CardActions>
        {card.payLink && <ButtonLink href={card.payLink}>{text.openApp}</ButtonLink>}
        {card.barcodeImage && (
          <DialogButton dialogId={`${id}-barcode`}>
            <Icon path={barcodeIcon} size={20} />
            {text.showBarcode}
          </DialogButton>
        )}
        {card.qrImage && (
          <DialogButton dialogId={`${id}-qr`}>
            <Icon path={qrIcon} size={20} />
            {text.showQr}
          </DialogButton>
        )}
      </CardActions>
      {card.instructionLink && (
        <p>
          <a href={card.instructionLink}>{text.howToPay}</a>
        </p>
      )}
    </Card>
  );
}

/** The picture codes of a channel, black on white in both modes, with the digits and the amount. */
export function ChannelDialogs({
  id,
  card,
  text,
  amount,
}: {
  readonly id: string;
  readonly card: ChannelCardView;
  readonly text: Texts;
  readonly amount: string;
}): ReactNode {
  const code = card.codes[0]?.code ?? '';
  return (
    <>
      {card.barcodeImage && (
        <CodeDialog
          id={`${id}-barcode`}
          title={text.barcodeTitle}
          hint={text.barcodeHint}
          amount={amount}
          text={text}
        >
          <img className={styles.barcode} src={card.barcodeImage} alt={fill(text.barcodeImage, { code })} />
          <p className={styles.digits}>{groupedCode(code)}</p>
        </CodeDialog>
      )}
      {card.qrImage && (
        <CodeDialog id={`${id}-qr`} title={text.qrTitle} hint={text.qrHint} amount={amount} text={text}>
          <img className={styles.qr} src={card.qrImage} alt={fill(text.qrImage, { amount })} />
        </CodeDialog>
      )}
    </>
  );
}

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
