import type { ReactNode } from 'react';
import { testPreviewText } from '#content/messages/test-preview.ts';
import { Rows } from '#ui/figures/rows.tsx';
import { Button, ButtonLink } from '#ui/form/button.tsx';
import { Check } from '#ui/form/check.tsx';
import { Field } from '#ui/form/field.tsx';
import { useText } from '../page-context.tsx';
import styles from './sandbox-panel.module.css';
import type { Deed, LoanView, NamedLink, SandboxView } from './sandbox-view.ts';

/** The lender's side: borrowers, next step, open loans with their actions, and the date (TEST-1). */
export function SandboxPanel({
  view,
  refusedAmount,
}: {
  readonly view: SandboxView;
  readonly refusedAmount: { readonly orderNumber: string; readonly typed: string } | undefined;
}): ReactNode {
  const text = useText(testPreviewText);
  return (
    <>
      <section>
        <h2>{text.sandboxTitle}</h2>
        <p className="hint">{text.sandboxHint}</p>
        <Borrowers view={view} />
        <p className="hint">{text.borrowerNewSession}</p>
        <NextStep view={view} />
        <p className={styles.today}>
          <span className="num">{view.today}</span>
          <Link {...view.refresh} />
        </p>
      </section>
      {view.openLoans.map((loan, index) => (
        <LoanPanel
          key={loan.orderNumber}
          loan={loan}
          isNext={index === 0}
          refusedTyped={refusedAmount?.orderNumber === loan.orderNumber ? refusedAmount.typed : undefined}
        />
      ))}
      <section>
        <h2 id="days">{text.days}</h2>
        <form method="post" className={styles.deeds} aria-labelledby="days">
          {view.days.map((deed) => (
            <DeedButton key={deed.value} {...deed} />
          ))}
        </form>
      </section>
      {view.offers.length > 0 && (
        <section>
          <h2>{text.offers}</h2>
          <ul>
            {view.offers.map((offer) => (
              <li key={offer.href}>
                <Link {...offer} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {view.endedLoans.length > 0 && (
        <section>
          <h2>{text.endedLoans}</h2>
          <ul>
            {view.endedLoans.map(({ orderNumber, status, tone, links }) => (
              <li key={orderNumber} className={styles.ended}>
                <a className={styles.link} href={links[0]?.href}>
                  <span className="num">{orderNumber}</span>
                </a>
                <span className={styles.tag} data-tone={tone}>
                  {status}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Borrowers({ view }: { readonly view: SandboxView }): ReactNode {
  return (
    <nav aria-label={useText(testPreviewText).borrowers} className="stack">
      {view.borrowers.map(({ market, people }) => (
        <div key={market}>
          <h3>{market}</h3>
          <p className={styles.borrowers}>
            {people.map(({ label, href, isChosen }) => (
              <a
                key={href}
                className={styles.borrower}
                href={href}
                aria-current={isChosen ? 'true' : undefined}
              >
                {label}
              </a>
            ))}
          </p>
        </div>
      ))}
    </nav>
  );
}

function NextStep({ view }: { readonly view: SandboxView }): ReactNode {
  const text = useText(testPreviewText);
  return (
    <div className={`gap ${styles.step}`}>
      <h3>{text.nextStep}</h3>
      <p>{view.step}</p>
      {view.stepLink && <ButtonLink href={view.stepLink.href}>{view.stepLink.label}</ButtonLink>}
      {view.walk.length > 0 && (
        <form method="post" className={styles.deeds}>
          <input type="hidden" name="borrower" value={view.borrowerId} />
          <h3>{text.walk}</h3>
          {view.walk.map((deed) => (
            <DeedButton key={deed.value} {...deed} />
          ))}
        </form>
      )}
    </div>
  );
}

function DeedButton({
  label,
  value,
  amount,
  isMain = false,
}: Deed & { readonly amount?: string; readonly isMain?: boolean }): ReactNode {
  return (
    <Button kind={isMain ? 'main' : 'second'} name="act" value={value}>
      {label}
      {amount && (
        <>
          {' '}
          <span className="num">{amount}</span>
        </>
      )}
    </Button>
  );
}

function Link({ label, href }: NamedLink): ReactNode {
  return (
    <a className={styles.link} href={href}>
      {label}
    </a>
  );
}

interface LoanPanelProperties {
  readonly loan: LoanView;
  readonly isNext: boolean;
  readonly refusedTyped: string | undefined;
}

function LoanPanel(properties: LoanPanelProperties): ReactNode {
  const { loan, isNext } = properties;
  const text = useText(testPreviewText);
  const titleId = `loan-${loan.orderNumber}`;
  return (
    <section aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 className="num" id={titleId}>
          {loan.orderNumber}
        </h2>
        <span className={styles.tag} data-tone={loan.tone}>
          {loan.status}
        </span>
      </div>
      {loan.payments.length > 0 && (
        <Rows
          rows={[
            { label: text.due, value: loan.due },
            { label: text.dueDate, value: <span className="num">{loan.dueDate}</span> },
            { label: text.remaining, value: loan.remaining },
          ]}
        />
      )}
      <form method="post" className={`gap ${styles.deeds}`}>
        <input type="hidden" name="orderNumber" value={loan.orderNumber} />
        {loan.deeds.map((deed, index) => (
          <DeedButton key={deed.value} {...deed} isMain={isNext && index === 0} />
        ))}
        {loan.payments.length > 0 && <h3>{text.receive}</h3>}
        {loan.payments.map((payment, index) => (
          <DeedButton key={payment.value} {...payment} isMain={isNext && index === 0} />
        ))}
      </form>
      {loan.payments.length > 0 && <OtherPayment {...properties} />}
      <p className={styles.links}>
        {loan.links.map((link) => (
          <Link key={link.href} {...link} />
        ))}
      </p>
    </section>
  );
}

function OtherPayment({ loan, refusedTyped }: LoanPanelProperties): ReactNode {
  const text = useText(testPreviewText);
  const id = `amount-${loan.orderNumber}`;
  const isRefused = refusedTyped !== undefined;
  return (
    <form method="post" action={`#${id}`} className="gap stack">
      <input type="hidden" name="orderNumber" value={loan.orderNumber} />
      <Field
        id={id}
        name="amountMinor"
        label={text.otherAmount}
        hint={isRefused ? undefined : loan.otherAmountHint}
        error={isRefused ? text.amountInvalid : undefined}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={refusedTyped ?? loan.otherAmountMinor}
      />
      <Check id={`${id}-twice`} name="isDeliveredTwice">
        {text.deliveredTwice}
      </Check>
      <Button kind="second" name="act" value="receive-payment">
        {text.receiveOther}
      </Button>
    </form>
  );
}
