import type { ReactNode } from 'react';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { fill } from '#content/text-pack.ts';
import { Check } from '#ui/form/check.tsx';
import { useSent } from '#ui/form/sent-fields.ts';
import { useDesk } from '../desk-context.ts';
import type { DeskField } from '../ui/desk-form.tsx';
import { Warning } from '../ui/warning.tsx';

const name = 'anotherPayment';

/** Whether somebody says that a payment is another than the booked one that it equals; every form of a correction asks. */
export const anotherPaymentField: DeskField<{ readonly anotherPayment?: true }> = {
  read: (typed) => (typed === 'yes' ? { anotherPayment: true } : {}),
};

/** Asks whether a payment is another than the booked one that it equals; stays answered until the payment is booked. */
export function AnotherPayment({ equalPayment }: { readonly equalPayment: string | undefined }): ReactNode {
  const desk = useDesk();
  const text = deskCorrectionText[desk.language];
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
