import { scaleBand, scaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import styles from './chart.module.css';

export function ChartFrame({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.chart}>{children}</div>;
}

const widthPx = 372;
const barHeightPx = 27;
const labelPx = 84;
const figurePx = 112;

/** A bar for each row, with a hatched part after it and the figure of both. */
export function BarChart({
  label,
  bars,
}: {
  readonly label: string;
  readonly bars: readonly {
    readonly name: string;
    readonly value: number;
    readonly onTop?: number;
    readonly figure: string;
  }[];
}): ReactNode {
  const heightPx = bars.length * barHeightPx;
  const most = Math.max(1, ...bars.map(({ value, onTop = 0 }) => value + onTop));
  const x = scaleLinear([0, most], [0, widthPx - labelPx - figurePx]);
  const y = scaleBand(
    bars.map(({ name }) => name),
    [0, heightPx],
  ).padding(0.3);
  return (
    <svg viewBox={`0 0 ${widthPx} ${heightPx + 4}`} role="img" aria-label={label}>
      <defs>
        <pattern id="hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="4" height="4" fill="var(--warn-bg)" />
          <rect width="1.5" height="4" fill="var(--warn)" />
        </pattern>
      </defs>
      {bars.map(({ name, value, onTop = 0, figure }) => {
        const top = y(name) ?? 0;
        const middle = top + y.bandwidth() / 2 + 4;
        const place = { y: top, height: y.bandwidth(), rx: 2 };
        return (
          <g key={name}>
            <text x={labelPx - 10} y={middle} textAnchor="end">
              {name}
            </text>
            <rect className={styles.whole} x={labelPx} width={x(value)} {...place} />
            {onTop > 0 && (
              <rect className={styles.hatched} x={labelPx + x(value)} width={x(onTop)} {...place} />
            )}
            <text className={styles.figure} x={labelPx + x(value + onTop) + 8} y={middle}>
              {figure}
            </text>
          </g>
        );
      })}
      <path className={styles.base} d={`M${labelPx} 0v${heightPx}`} />
    </svg>
  );
}

const thinBarPx = 15;
const groupLabelPx = 96;
const groupHeadPx = 20;
const groupGapPx = 12;

export function GroupedBarChart({
  label,
  groups,
}: {
  readonly label: string;
  readonly groups: readonly {
    readonly name: string;
    readonly bars: readonly { readonly name: string; readonly value: number; readonly figure: string }[];
  }[];
}): ReactNode {
  const values = groups.flatMap(({ bars }) => bars.map(({ value }) => value));
  const x = scaleLinear([0, Math.max(1, ...values)], [0, widthPx - groupLabelPx - figurePx]);
  const barCount = groups[0]?.bars.length ?? 0;
  const groupPx = groupHeadPx + barCount * thinBarPx + groupGapPx;
  const heightPx = groups.length * groupPx - groupGapPx;
  return (
    <svg viewBox={`0 0 ${widthPx} ${heightPx + 4}`} role="img" aria-label={label}>
      {groups.map(({ name, bars }, index) => (
        <g key={name} transform={`translate(0 ${index * groupPx})`}>
          <text className={styles.figure} x="0" y="13">
            {name}
          </text>
          {bars.map((bar, row) => {
            const top = groupHeadPx + row * thinBarPx;
            return (
              <g key={bar.name}>
                <text x={groupLabelPx - 10} y={top + 10} textAnchor="end">
                  {bar.name}
                </text>
                <rect
                  className={styles.whole}
                  x={groupLabelPx}
                  y={top + 1}
                  width={x(bar.value)}
                  height={thinBarPx - 4}
                  rx="2"
                />
                <text className={styles.figure} x={groupLabelPx + x(bar.value) + 8} y={top + 10}>
                  {bar.figure}
                </text>
              </g>
            );
          })}
          <path className={styles.base} d={`M${groupLabelPx} ${groupHeadPx}v${barCount * thinBarPx}`} />
        </g>
      ))}
    </svg>
  );
}

export function BarLegend({ value, onTop }: { readonly value: string; readonly onTop: string }): ReactNode {
  return (
    <p className={styles.legend}>
      <span>
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <rect className={styles.whole} width="12" height="12" />
        </svg>
        {value}
      </span>
      <span>
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <rect className={styles.hatched} x=".5" y=".5" width="11" height="11" />
        </svg>
        {onTop}
      </span>
    </p>
  );
}
