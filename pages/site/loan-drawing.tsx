import type { ReactNode } from 'react';
import styles from './loan-drawing.module.css';
import type { DrawingLabel, LoanDrawingView } from './loan-drawing-view.ts';

const skyY = 74;
const horizonY = 184;
const barBaseY = 370;
/** The tallest bar, which stands for the highest rate, and the place each bar has. */
const barMaximumHeight = 60;
const barWidth = 72;
const barPitch = 104;
const lineHeight = 19;

/**
 * The terms of a loan as a coin's way across the sky, and what a day of delay costs as bars to scale. Its texts are
 * text, read out as one description.
 */
export function LoanDrawing({ view }: { readonly view: LoanDrawingView }): ReactNode {
  const highestPpm = Math.max(...view.bands.map(({ dailyPpm }) => dailyPpm));
  return (
    <svg
      className={styles.drawing}
      viewBox="0 0 320 472"
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
      <Label label={view.penalty} x={2} y={268} anchor="start" />
      {view.bands.map(({ days, rate, dailyPpm }, index) => {
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
      <Label label={view.lateFee} x={2} y={424} anchor="start" />
    </svg>
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
