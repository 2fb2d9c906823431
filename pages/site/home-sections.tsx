import type { ReactNode } from 'react';
import { CostScale } from '#ui/figures/cost-scale.tsx';
import { Fold, FoldedRest } from '#ui/figures/fold.tsx';
import { Plan } from '#ui/figures/plan.tsx';
import { Rows } from '#ui/figures/rows.tsx';
import { Button, ButtonLink } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { Note } from '#ui/notice/note.tsx';
import styles from './home-sections.module.css';
import type { HomeView } from './home-view.ts';
import { amountMaxLength } from './worked-example.ts';

const exampleId = 'ejemplo';

/** The bands of the home page, from what it is about to how to complain. */
export function HomeSections({ view }: { readonly view: HomeView }): ReactNode {
  const { text } = view;
  return (
    <>
      <section className={styles.lead}>
        <div className="stack">
          <h1>{text.title}</h1>
          <p>{view.summary}</p>
          <div className={styles.actions}>
            <ButtonLink href={view.registerLink}>{text.register}</ButtonLink>
            <ButtonLink kind="second" href={`#${exampleId}`}>
              {text.seeExample}
            </ButtonLink>
          </div>
        </div>
        <Sky />
      </section>
      <section className={styles.two} id={exampleId}>
        <div className="stack">
          <h2>{text.exampleHeading}</h2>
          <p>{view.exampleLine}</p>
          <Calculator view={view} />
          <p className="hint">{text.ratesVary}</p>
        </div>
        <Example view={view} />
      </section>
      <section className={styles.two}>
        <h2>{text.howHeading}</h2>
        <ol className={styles.steps}>
          {view.steps.map(({ title, line }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{line}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={styles.two}>
        <h2>{text.questionsHeading}</h2>
        <div className={styles.questions}>
          {view.questions.map(({ question, answer }) => (
            <Fold key={question} title={question}>
              <p>{answer}</p>
            </Fold>
          ))}
        </div>
      </section>
      <section className={styles.two}>
        <h2>{text.complaintHeading}</h2>
        <div className="stack">
          <p>{text.complaintInApp}</p>
          <p>{view.complaintContact}</p>
          <Note tone="plain">{text.noDeposits}</Note>
        </div>
      </section>
    </>
  );
}

/** Asks for the same example with another amount and term, by a form that works without script. */
function Calculator({ view: { text, example, calculator } }: { readonly view: HomeView }): ReactNode {
  return (
    <form className={styles.calculator} method="get" action={`#${exampleId}`}>
      {calculator.keptFields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Field
        id="amount"
        name="amount"
        label={text.amount}
        hint={calculator.hint}
        error={calculator.error}
        inputMode="decimal"
        autoComplete="off"
        maxLength={amountMaxLength}
        defaultValue={example.inField}
      />
      <SelectField
        id="payments"
        label={text.terms}
        chosen={String(example.count)}
        choices={calculator.terms}
      />
      <div>
        <Button kind="second">{text.workOut}</Button>
      </div>
    </form>
  );
}

function Example({ view }: { readonly view: HomeView }): ReactNode {
  const { text, example } = view;
  return (
    <div className={styles.card}>
      <CostScale
        received={{ size: example.receivedMinor, label: text.youReceive, amount: example.received }}
        repaid={{ size: example.receivedMinor, label: text.youRepay, amount: example.total }}
        cost={{ size: example.costMinor, label: text.cost, amount: example.cost }}
      />
      <Rows rows={view.charges} />
      <p className="hint">
        {view.annualCost} <span className="num">{example.date}</span>
      </p>
      <div className={styles.payments}>
        <FoldedRest more={view.seePayments} less={view.seePayments}>
          <Plan steps={view.payments} />
        </FoldedRest>
      </div>
    </div>
  );
}

/** A coin on its way across the sky: one payment made, three to come. */
function Sky(): ReactNode {
  return (
    <svg
      className={styles.sky}
      viewBox="0 0 372 104"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M22 104A164 84 0 0 1 89.6 36" />
      <path d="M107 30.4A164 84 0 0 1 350 104" strokeDasharray="1 7" />
      <circle cx="37.6" cy="68.2" r="5" fill="currentColor" />
      <circle cx="186" cy="20" r="5" fill="var(--tone-bg)" />
      <circle cx="273.9" cy="33.1" r="5" fill="var(--tone-bg)" />
      <circle cx="334.4" cy="68.2" r="5" fill="var(--tone-bg)" />
      <circle cx="98.1" cy="33.1" r="17" fill="currentColor" stroke="none" />
    </svg>
  );
}
