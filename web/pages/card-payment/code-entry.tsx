import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { fill } from '#content/text-pack.ts';
import { countdownText } from '#domain/sms/countdown.ts';
import { backendCodeLengths } from '#domain/sms/sms-code.ts';
import { CardActions } from '#ui/figures/card.tsx';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import styles from './code-entry.module.css';
import type { PayStep } from './pay-step.ts';
import { usePayText } from './pay-text.tsx';
import type { PayAnswer } from './submit-payment.ts';

/**
 * Inside the chosen card: enter the code, ask for another, or cancel (PAYWAY-2). Without script the server says how long to wait.
 */
export function CodeEntry({
  step,
  codeCard,
  answer,
}: {
  readonly step: Extract<PayStep, { name: 'code' }>;
  readonly codeCard: string;
  readonly answer: PayAnswer | undefined;
}): ReactNode {
  const text = usePayText();
  const { phoneEnding, isCodeOpen, repaymentId, waitSeconds } = step;
  const isWaiting = waitSeconds > 0;
  return (
    <>
      <input type="hidden" name="codeCard" value={codeCard} />
      <input type="hidden" name="repaymentId" value={repaymentId} />
      <div className={styles.code}>
        <Field
          id="verify-code"
          name="verifyCode"
          label={text.enterCode}
          hint={
            phoneEnding
              ? `${fill(text.codeSent, { ending: phoneEnding })} ${text.codeServes}`.trim()
              : text.codeSentPlain
          }
          error={answer?.codeError ?? (isCodeOpen ? undefined : text.codeSpent)}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          defaultValue={answer?.typedCode}
          {...marks({ oneTimeCode: JSON.stringify(backendCodeLengths) })}
        />
      </div>
      <CardActions>
        <Button
          kind="second"
          name="do"
          value="resend"
          formNoValidate
          {...(isWaiting &&
            marks({ waitSeconds, waitText: text.getCodeIn, readyText: text.getCode, holds: '' }))}
        >
          {isWaiting ? fill(text.getCodeIn, { time: countdownText(waitSeconds) }) : text.getCode}
        </Button>
        <Button kind="quiet" name="do" value="cancel" formNoValidate>
          {text.cancel}
        </Button>
      </CardActions>
    </>
  );
}
