import type { ReactNode } from 'react';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { fill } from '#content/text-pack.ts';
import { Check } from '#ui/form/check.tsx';
import { useSent } from '#ui/form/sent-fields.ts';
import { useDeskText } from '../desk-context.ts';
import type { DeskField } from '../ui/desk-form.tsx';
import { Warning } from '../ui/warning.tsx';

const name = 'anotherPayment';

/** Ticked when a payment is not the booked one of the same amount and day. */
export const anotherPaymentField: DeskField<{ readonly anotherPayment?: true }> = {
  read: (typed) => (typed === 'yes' ? { anotherPayment: true } : {}),
};

/** Asks whether a payment is another than the booked one of the same amount and day. The answer stays until it is booked. */
export function AnotherPayment({ equalPayment }: { readonly equalPayment: string | undefined }): ReactNode {
  const { text } = useDeskText(deskCorrectionText);
  const isAnother = useSent(name).typed === 'yes';
  if (equalPayment === undefined && !isAnother) return null;
  return (
    <>
      <Warning words={equalPayment && fill(text['wrong-double'], { payment: equalPayment })} />
      <div className="g3">
        <Check id={name} name={name} value="yes" defaultChecked={isAnother}>
          {text.anotherPayment}
        </Check>
      </div>
    </>
  );
}
