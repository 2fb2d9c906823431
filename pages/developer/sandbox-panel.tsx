import type { ReactNode } from 'react';
import type { Language } from '#domain/language.ts';
import type { AmountStyle } from '#domain/money/money-format.ts';
import { Button, ButtonLink } from '../ui/form/button.tsx';
import { LoanPanel } from './loan-panel.tsx';
import type { PreviewText } from './preview-text.ts';
import styles from './sandbox-panel.module.css';
import type { SandboxView } from './sandbox-view.ts';

/** The lender's side: who borrows, what to do next, every open loan with its deeds, and the days that pass (TEST-1). */
export function SandboxPanel({
  view,
  text,
  language,
  amountStyle,
  refusedAmount,
}: {
  readonly view: SandboxView;
  readonly text: PreviewText;
  readonly language: Language;
  readonly amountStyle: AmountStyle;
  readonly refusedAmount: { readonly orderNumber: string; readonly typed: string } | null;
}): ReactNode {
  return (
    <>
      <section>
        <h2>{text.sandboxTitle}</h2>
        <p className="hint">{text.sandboxHint}</p>
        <nav aria-label={text.borrowers} className={styles.borrowers}>
          {view.borrowers.map(({ label, href, isChosen }) => (
            <a
              key={href}
              className={styles.borrower}
              href={href}
              aria-current={isChosen ? 'true' : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
        <p className="hint">{text.borrowerNewSession}</p>
        <div className={`gap ${styles.step}`}>
          <h3>{text.nextStep}</h3>
          <p>{view.step}</p>
          {view.stepLink && <ButtonLink href={view.stepLink.href}>{view.stepLink.label}</ButtonLink>}
        </div>
        <p className={styles.today}>
          <span className="num">{view.today}</span>
          <a className={styles.link} href={view.refresh.href}>
            {view.refresh.label}
          </a>
        </p>
      </section>
      {view.openLoans.map((loan, index) => (
        <LoanPanel
          key={loan.orderNumber}
          loan={loan}
          isNext={index === 0}
          text={text}
          language={language}
          amountStyle={amountStyle}
          refusedTyped={refusedAmount?.orderNumber === loan.orderNumber ? refusedAmount.typed : null}
        />
      ))}
      <section>
        <h2 id="days">{text.days}</h2>
        <form method="post" className={styles.deeds} aria-labelledby="days">
          {view.days.map(({ label, value }) => (
            <Button key={value} kind="second" name="act" value={value}>
              {label}
            </Button>
          ))}
        </form>
      </section>
      {view.offers.length > 0 && (
        <section>
          <h2>{text.offers}</h2>
          <ul>
            {view.offers.map(({ label, href }) => (
              <li key={href}>
                <a className={styles.link} href={href}>
                  {label}
                </a>
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
