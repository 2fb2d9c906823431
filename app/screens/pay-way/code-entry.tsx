import { type ReactNode, useEffect, useState } from 'react';
import type { payWithCardText } from '#content/messages/pay-with-card.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import { Button } from '../../ui/button.tsx';
import { CardActions } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { PickInset } from '../../ui/picks.tsx';
import styles from './code-entry.module.css';
import { countdownText, secondsLeft } from './countdown.ts';
import type { PayStep } from './pay-step.ts';

type Texts = Pick<
  TextsIn<typeof payWithCardText>,
  'enterCode' | 'codeSent' | 'codeSentPlain' | 'codeSpent' | 'getCode' | 'getCodeIn' | 'cancel'
>;

/** The code of a payment that waits for it, inside the chosen card: enter it, get another, or leave it (PAYWAY-2). */
export function CodeEntry({
  text,
  step,
  codeCard,
  error,
  isHidden,
}: {
  readonly text: Texts;
  readonly step: Extract<PayStep, { name: 'code' }>;
  /** The value of the card that waits for this code. */
  readonly codeCard: string;
  readonly error: string | undefined;
  /** Another card is chosen. */
  readonly isHidden: boolean;
}): ReactNode {
  const { phoneEnding, isCodeOpen, repaymentId, waitSeconds } = step;
  return (
    <PickInset isHidden={isHidden}>
      <input type="hidden" name="codeCard" value={codeCard} />
      <input type="hidden" name="repaymentId" value={repaymentId} />
      <div className={styles.code}>
        <Field
          id="verify-code"
          name="verifyCode"
          label={text.enterCode}
          hint={phoneEnding ? fill(text.codeSent, { ending: phoneEnding }) : text.codeSentPlain}
          error={error ?? (isCodeOpen ? undefined : text.codeSpent)}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
        />
      </div>
      <CardActions>
        <ResendButton waitSeconds={waitSeconds} text={text} />
        <Button kind="quiet" name="do" value="cancel" formNoValidate>
          {text.cancel}
        </Button>
      </CardActions>
    </PickInset>
  );
}

/**
 * Asks for another code. The seconds are the server's; script counts them down and holds the button until they are over.
 * Without script it can be pressed, and the server says how long to wait.
 */
function ResendButton({
  waitSeconds,
  text,
}: {
  readonly waitSeconds: number;
  readonly text: Texts;
}): ReactNode {
  const [left, setLeft] = useState(waitSeconds);
  const [isCounting, setIsCounting] = useState(false);
  useEffect(() => {
    const startedAt = performance.now();
    const look = () => setLeft(secondsLeft(waitSeconds, performance.now() - startedAt));
    setIsCounting(true);
    const timer = setInterval(look, 250);
    return () => clearInterval(timer);
  }, [waitSeconds]);
  return (
    <Button kind="second" name="do" value="resend" formNoValidate disabled={isCounting && left > 0}>
      {left > 0 ? fill(text.getCodeIn, { time: countdownText(left) }) : text.getCode}
    </Button>
  );
}
