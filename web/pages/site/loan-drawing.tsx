import type { ReactNode } from 'react';
import type { LegalDocumentSet } from '#content/legal/document.ts';
import { quoteFigures } from '#content/legal/quoted-figures.ts';
import { loanPageText } from '#content/messages/site.ts';
import { fill } from '#content/text-pack.ts';
import type { Language } from '#domain/language.ts';
import type { AmountStyle } from '#domain/money/money-format.ts';
import { latePenaltyBands } from '#domain/site/legal-figures.ts';
import styles from './loan-drawing.module.css';

interface DrawingLabel {
  readonly name: string;
  readonly lines: readonly string[];
}

interface LoanDrawingView {
  readonly title: string;
  readonly decision: DrawingLabel;
  readonly crediting: DrawingLabel;
  readonly prepayment: DrawingLabel;
  readonly end: DrawingLabel;
  /** Null for markets where the penalty is a product's term. */
  readonly delay: DelayView | null;
  /** The whole drawing as one text, for screen readers. */
  readonly description: string;
}

interface DelayView {
  readonly penalty: DrawingLabel;
  readonly bands: readonly { readonly days: string; readonly rate: string; readonly dailyPpm: number }[];
  readonly lateFee: DrawingLabel;
}

/** The figures of LEGAL-2 for a set of documents (LEGAL-5). */
export function loanDrawingView(
  language: Language,
  style: AmountStyle,
  documentSet: LegalDocumentSet,
): LoanDrawingView {
  const text = loanPageText[language];
  const figures = quoteFigures(language, style);
  const label = (name: string, ...lines: readonly string[]): DrawingLabel => ({ name, lines });
  const decision = label(text.decision, fill(text.decisionValue, figures));
  const crediting = label(text.crediting, fill(text.creditingValue, figures));
  const isOwn = documentSet !== 'specification';
  const prepayment = isOwn
    ? label(text.prepayment, text.prepaymentAnyDay)
    : label(text.prepayment, fill(text.prepaymentValue, figures), fill(text.prepaymentLimit, figures));
  const end = label(text.end, fill(text.endValue, figures));
  const penalty = label(text.penaltyTitle, text.penaltyUnit);
  const bands = figures.latePenaltyBands.map(({ days, dailyPenalty }, index) => ({
    days,
    rate: dailyPenalty,
    dailyPpm: latePenaltyBands[index]?.dailyPpm ?? 0,
  }));
  const lateFee = label(text.feeTitle, fill(text.newBorrower, figures), fill(text.repeatBorrower, figures));
  const sentences = [
    ...[decision, crediting, prepayment, end].map(({ name, lines }) => `${name}: ${lines.join(' ')}`),
    ...(isOwn
      ? []
      : [
          `${penalty.name}, ${penalty.lines.join(' ')}: ${bands.map(({ days, rate }) => `${days}, ${rate}`).join('; ')}`,
          `${lateFee.name}. ${lateFee.lines.join('. ')}`,
        ]),
  ];
  const description = `${sentences.join('. ')}.`;
  return {
    title: text.drawingTitle,
    decision,
    crediting,
    prepayment,
    end,
    delay: isOwn ? null : { penalty, bands, lateFee },
    description,
  };
}

const skyY = 74;
const horizonY = 184;
const barBaseY = 370;
const barMaximumHeight = 60;
const barWidth = 72;
const barPitch = 104;
const lineHeight = 19;

/** A loan's terms as a coin's path across the sky, and the daily penalty as bars to scale. */
export function LoanDrawing({ view }: { readonly view: LoanDrawingView }): ReactNode {
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 320 ${view.delay ? 472 : 232}`}
      role="img"
      aria-labelledby="loan-drawing-title"
      aria-describedby="loan-drawing-description"
    >
      <title id="loan-drawing-title">{view.title}</title>
      <desc id="loan-drawing-description">{view.description}</desc>
      <g className={styles.line}>
        <path d={`M2 ${horizonY}H318`} />
        <path d={`M34 ${horizonY}A126 ${horizonY - skyY} 0 0 1 286 ${horizonY}`} strokeDasharray="1 7" />
      </g>
      <g className={styles.coins}>
        <circle cx="34" cy={horizonY} r="6" />
        <circle cx="62" cy="115" r="6" />
        <circle cx="160" cy={skyY} r="6" />
        <circle cx="286" cy={horizonY} r="6" />
      </g>
      <Label label={view.prepayment} x={160} y={16} anchor="middle" />
      <Label label={view.crediting} x={80} y={121} anchor="start" />
      <Label label={view.decision} x={2} y={horizonY + 24} anchor="start" />
      <Label label={view.end} x={318} y={horizonY + 24} anchor="end" />
      {view.delay && <Delay delay={view.delay} />}
    </svg>
  );
}

function Delay({ delay }: { readonly delay: DelayView }): ReactNode {
  const highestPpm = Math.max(...delay.bands.map(({ dailyPpm }) => dailyPpm));
  return (
    <>
      <Label label={delay.penalty} x={2} y={268} anchor="start" />
      {delay.bands.map(({ days, rate, dailyPpm }, index) => {
        const height = Math.round((dailyPpm / highestPpm) * barMaximumHeight);
        const left = index * barPitch + (barPitch - barWidth) / 2;
        const middle = left + barWidth / 2;
        return (
          <g key={days} textAnchor="middle">
            <rect className={styles.bar} x={left} y={barBaseY - height} width={barWidth} height={height} />
            <text className={styles.name} x={middle} y={barBaseY - 10}>
              {rate}
            </text>
            <text className={styles.value} x={middle} y={barBaseY + lineHeight}>
              {days}
            </text>
          </g>
        );
      })}
      <path className={styles.line} d={`M2 ${barBaseY}H318`} />
      <Label label={delay.lateFee} x={2} y={424} anchor="start" />
    </>
  );
}

function Label({
  label,
  x,
  y,
  anchor,
}: {
  readonly label: DrawingLabel;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}): ReactNode {
  return (
    <text x={x} y={y} textAnchor={anchor}>
      <tspan className={styles.name}>{label.name}</tspan>
      {label.lines.map((line) => (
        <tspan key={line} className={styles.value} x={x} dy={lineHeight}>
          {line}
        </tspan>
      ))}
    </text>
  );
}
