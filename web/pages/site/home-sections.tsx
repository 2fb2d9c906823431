import type { ReactNode } from 'react';
import { CallLink } from '#ui/bridge/links.tsx';
import discs from '#ui/figures/disc.module.css';
import { FigureRow, FigureRows } from '#ui/figures/figure-rows.tsx';
import { Fold } from '#ui/figures/fold.tsx';
import { Rows } from '#ui/figures/rows.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { clockIcon, questionIcon } from '#ui/frame/icons.tsx';
import { Note } from '#ui/notice/note.tsx';
import { island } from '../island.tsx';
import { ComplaintWaySteps } from '../support/complaint-ways.tsx';
import { Calculator, calculatorId } from './calculator.island.tsx';
import styles from './home-sections.module.css';
import type { HomeView } from './home-view.ts';

const CalculatorIsland = island('calculator', Calculator);

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
            <ButtonLink kind="second" href={`#${calculatorId}`}>
              {text.workOut}
            </ButtonLink>
          </div>
        </div>
        <Sky />
      </section>
      <section id={calculatorId}>
        <CalculatorIsland {...view.calculator} />
      </section>
      <section className={styles.soft}>
        <h2>{text.changesHeading}</h2>
        <FigureRows>
          <FigureRow
            icon={clockIcon}
            label={text.ifLate}
            figure={view.example.penalty}
            unit={text.aDay}
            hint={view.late}
          />
          <FigureRow
            icon={questionIcon}
            label={text.ifYouCannot}
            figure={view.moreTime}
            unit={text.more}
            hint={view.postponeOne}
          />
        </FigureRows>
        <p className="hint">{text.withExample}</p>
      </section>
      <section className={styles.folds}>
        <Fold title={text.chargesHeading}>
          <Charges view={view} />
          <p className="hint">{text.chargesNote}</p>
        </Fold>
      </section>
      <section className={styles.soft}>
        <h2>{text.howHeading}</h2>
        <ol className={styles.steps}>
          {view.steps.map(({ title, line }, index) => (
            <li key={title} className={discs.numbered} data-mark={index + 1}>
              <h3>{title}</h3>
              <p>{line}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={styles.folds}>
        <h2>{text.questionsHeading}</h2>
        {view.questions.map(({ question, answer }) => (
          <Fold key={question} title={question}>
            <p>{answer}</p>
          </Fold>
        ))}
      </section>
      <section className={styles.two}>
        <div className="stack">
          <h2>{text.lenderHeading}</h2>
          <Rows rows={lenderRows(view)} />
          <Note tone="plain">{text.noDeposits}</Note>
        </div>
        <div className={`stack ${styles.complaints}`}>
          <h2>{text.complaintHeading}</h2>
          <ComplaintWaySteps
            here={text.complaintInApp}
            hereNote={text.complaintInAppNote}
            ways={view.complaintWays}
          />
          <p className="hint">{view.complaintContact}</p>
        </div>
      </section>
    </>
  );
}

function lenderRows({ lender: { rows, telephone, email }, text }: HomeView) {
  return [
    ...rows,
    ...(telephone ? [{ label: text.telephone, value: <CallLink telephone={telephone} /> }] : []),
    ...(email ? [{ label: text.email, value: <a href={`mailto:${email}`}>{email}</a> }] : []),
  ];
}

function Charges({ view: { text, charges } }: { readonly view: HomeView }): ReactNode {
  return (
    <table className={styles.charges}>
      <thead>
        <tr>
          <th scope="col">{text.charge}</th>
          <th scope="col">{text.howMuch}</th>
          <th scope="col">{text.when}</th>
        </tr>
      </thead>
      <tbody>
        {charges.map(([charge, howMuch, when]) => (
          <tr key={charge}>
            <th scope="row">{charge}</th>
            <td>
              <b>{howMuch}</b>
            </td>
            <td>{when}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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
