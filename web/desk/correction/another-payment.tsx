import type { ReactNode } from 'react';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { fill } from '#content/text-pack.ts';
import { Check } from '#ui/form/check.tsx';
import { useDesk } from '../desk-context.ts';
import { Warning } from '../ui/warning.tsx';
import type { ShownCorrection } from './submit-correction.ts';

/** What the form of a payment sends once somebody says that it is another one than that it equals. */
export const anotherPaymentName = 'anotherPayment';

/** Asks whether a payment is another than the one booked that it equals; stays answered until the payment is booked. */
export function AnotherPayment({
  answer,
  isAnother,
}: {
  readonly answer: Pick<ShownCorrection, 'equalPayment'> | undefined;
  /** Whether that was said. */
  readonly isAnother: boolean;
}): ReactNode {
  const desk = useDesk();
  const text = deskCorrectionText[desk.language];
  const payment = answer?.equalPayment;
  if (payment === undefined && !isAnother) return null;
  return (
    <>
      <Warning words={payment && fill(text['wrong-double'], { payment })} />
      <div className="g3">
        <Check id={anotherPaymentName} name={anotherPaymentName} value="yes" defaultChecked={isAnother}>
          {text.anotherPayment}
        </Check>
      </div>
    </>
  );
}
