import type { ReactNode } from 'react';
import { deskReceiptText } from '#content/messages/desk-receipt.ts';
import { verifyReceipt } from '#contract/host/repayment.ts';
import type { HostCall } from '#contract/host-call.ts';
import { CodedError } from '#domain/error-code.ts';
import { marketOfCurrency } from '#domain/market.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { Note } from '#ui/notice/note.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { LoanNumber } from '../loan/loan-link.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { FactList } from '../ui/facts.tsx';
import { TextField } from '../ui/field.tsx';
import { FormPart } from '../ui/fields.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PlainPart } from '../ui/part.tsx';

type Verified = typeof verifyReceipt extends HostCall<infer _Request, infer Result> ? Result : never;

const typedNames = ['order', 'number', 'code'] as const;
type Typed = Readonly<Record<(typeof typedNames)[number], string>>;

interface Answer {
  readonly typed: Typed;
  /** Absent if a field is missing. */
  readonly verified?: Verified;
}

const nothingTyped: Typed = { order: '', number: '', code: '' };

export const receiptCheck = deskScreen<Readonly<Record<never, never>>, Answer>({
  path: deskPaths.receipts,
  needs: 'see-loans',
  load: async () => ({}),
  async submit(desk, form) {
    const typed = Object.fromEntries(typedNames.map((name) => [name, fieldOf(form, name).trim()])) as Typed;
    const isWhole = Object.values(typed).every((each) => /^[^\p{Cc}]{1,32}$/u.test(each));
    if (!isWhole) return desk.again({ typed }, 422);
    const verified = await verify(desk, typed);
    return desk.again({ typed, verified }, 200);
  },
  title: ({ desk }) => deskReceiptText[desk.language].title,
  page({ desk, answer }) {
    const text = deskReceiptText[desk.language];
    const { typed = nothingTyped, verified } = answer ?? {};
    const missing = answer && !verified ? text.missing : undefined;
    return (
      <>
        <PageHead>
          <h1>{text.title}</h1>
          <p className="sub">{text.line}</p>
        </PageHead>
        {verified && <Verdict orderNumber={typed.order.toUpperCase()} verified={verified} />}
        <FormPart action={deskPaths.receipts}>
          <TextField id="order" label={text.order} value={typed.order} maxLength={32} isRequired />
          <TextField
            id="number"
            label={text.number}
            value={typed.number}
            hint={text.numberHint}
            maxLength={32}
            isRequired
          />
          <TextField
            id="code"
            label={text.code}
            value={typed.code}
            hint={text.codeHint}
            error={missing}
            maxLength={32}
            isRequired
          />
          <Acts gap={0}>
            <Button>{text.check}</Button>
          </Acts>
        </FormPart>
      </>
    );
  },
});

/** Looks the receipt up, which is logged. An unknown loan counts as not genuine. */
async function verify(desk: OpenDesk, typed: Typed): Promise<Verified> {
  const orderNumber = typed.order.toUpperCase();
  const digits = typed.number.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const request = {
    orderNumber,
    checkCode: typed.code,
    receiptNumber: `RC-${digits.replace(/^RC(?=.{10}$)/, '')}`,
  };
  const step = { messageId: desk.newId(), subject: `loan:${orderNumber}`, loggedAs: 'searched' } as const;
  try {
    return await desk.change(verifyReceipt, request, step);
  } catch (error) {
    if (error instanceof CodedError && error.code === 'not-found') return { isGenuine: false, payment: null };
    throw error;
  }
}

function Verdict({
  orderNumber,
  verified: { isGenuine, payment },
}: {
  readonly orderNumber: string;
  readonly verified: Verified;
}): ReactNode {
  const desk = useDesk();
  const text = deskReceiptText[desk.language];
  const verdict = !payment
    ? 'unknown'
    : !isGenuine
      ? 'wrongCode'
      : payment.isReversed
        ? 'takenBack'
        : 'genuine';
  return (
    <PlainPart>
      <Note as="div" tone={verdict === 'genuine' ? 'plain' : 'warn'} isAlert>
        <p>
          <b>{text[verdict]}.</b> {text[`${verdict}Line`]}
        </p>
      </Note>
      {payment && (
        <FactList
          facts={[
            [text.loan, <LoanNumber key="loan" orderNumber={orderNumber} />],
            [
              text.amount,
              <b key="amount" className="num">
                {desk.money(payment.amountMinor, payment.currency)}
              </b>,
            ],
            [text.paidAt, desk.time(payment.paidAt, marketOfCurrency(payment.currency))],
          ]}
        />
      )}
    </PlainPart>
  );
}
