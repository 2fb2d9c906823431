import type { ReactNode } from 'react';
import { deskPromotionsText } from '#content/messages/desk-promotions.ts';
import { fill } from '#content/text-pack.ts';
import { type PromotionFigure, readPromotionFigures } from '#contract/host/promotion-figures.ts';
import type { HostRequestOf } from '#contract/host-call.ts';
import { addDays } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn } from '#domain/market.ts';
import { useDesk } from '../desk-context.ts';
import { deskList } from '../desk-list.tsx';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths } from '../paths.ts';
import { AuditText } from '../ui/audit-line.tsx';
import { ChartFrame, GroupedBarChart } from '../ui/chart.tsx';
import { DayRange } from '../ui/day-range.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Part } from '../ui/part.tsx';
import { type Column, Table } from '../ui/table.tsx';

const usualDays = 30;
const templatesMax = 100;
const chartGroups = 5;

export const channelFigures = deskList({
  path: deskPaths.promotions,
  filters: { since: 'text', through: 'text' },
  read: ({ desk, page, read }) =>
    read(readPromotionFigures, { ...requestedPromotionDays(desk), by: 'channel', ...page }),
  rows: ({ figures }) => figures,
  keyOf: ({ templateId, appFrom, utmTag }) => JSON.stringify([templateId, appFrom, utmTag]),
  caption: ({ language }) => deskPromotionsText[language].byChannel,
  columns(desk) {
    const text = deskPromotionsText[desk.language];
    return [
      [
        text.channel,
        ({ appFrom, utmTag }) => [appFrom, utmTag].filter(Boolean).join(' · ') || text.noChannel,
      ],
      [text.template, (row) => templateName(row, desk), 'right'],
      ...countColumns(desk),
    ];
  },
  file: {
    name: 'promotions.csv',
    needs: 'export',
    columns: ['templateId', 'appFrom', 'utmTag', 'visitCount', 'sendCount', 'registrationCount'],
  },
});

/** Visits, codes sent and registrations that promotion links brought in some days. */
export const promotions = deskScreen({
  path: deskPaths.promotions,
  needs: 'see-operations',
  async load(desk) {
    const days = requestedPromotionDays(desk);
    const templates = { ...days, by: 'template', limit: templatesMax };
    try {
      const { figures } = await desk.read(readPromotionFigures, templates);
      const page = await channelFigures.load(desk, { since: days.fromDay, through: days.throughDay });
      return { ...days, templates: figures, page };
    } catch (error) {
      if (error instanceof CodedError && error.code === 'request-invalid')
        return { ...days, templates: null, page: null };
      throw error;
    }
  },
  title: ({ desk }) => deskPromotionsText[desk.language].title,
  page({ desk, market, fromDay, throughDay, templates, page }) {
    const text = deskPromotionsText[desk.language];
    return (
      <>
        <PageHead>
          <h1>{text.title}</h1>
          <p className="sub">{fill(text.line, { market })}</p>
        </PageHead>
        <DayRange
          action={deskPaths.promotions}
          ids={['since', 'through']}
          fromDay={fromDay}
          throughDay={throughDay}
          text={text}
        />
        {page && templates.length === 0 && <p className="sub g3">{desk.words.none}</p>}
        {page && templates.length > 0 && (
          <>
            <TemplateFigures rows={templates} />
            <Part id="channels" title={text.byChannel}>
              <channelFigures.Rows page={page} />
            </Part>
          </>
        )}
        <AuditText>{text.kept}</AuditText>
      </>
    );
  },
});

const templateName = ({ templateId }: PromotionFigure, { language }: OpenDesk) =>
  templateId || deskPromotionsText[language].noTemplate;

function countColumns(desk: OpenDesk): Column<PromotionFigure>[] {
  const text = deskPromotionsText[desk.language];
  return [
    [text.visits, (row) => row.visitCount, 'figure labelled'],
    [text.sends, (row) => row.sendCount, 'figure right labelled'],
    [text.registrations, (row) => row.registrationCount, 'figure labelled'],
    [text.rate, (row) => rateOf(row, desk), 'figure right labelled'],
  ];
}

function TemplateFigures({ rows }: { readonly rows: readonly PromotionFigure[] }): ReactNode {
  const desk = useDesk();
  const text = deskPromotionsText[desk.language];
  const most = rows.toSorted((a, b) => b.visitCount - a.visitCount).slice(0, chartGroups);
  const bar = (name: string, value: number) => ({ name, value, figure: String(value) });
  return (
    <Part
      id="templates"
      title={text.byTemplate}
      end={rows.length > chartGroups && fill(text.most, { count: chartGroups })}
    >
      <ChartFrame>
        <div>
          <GroupedBarChart
            label={text.chart}
            groups={most.map((row) => ({
              name: templateName(row, desk),
              bars: [
                bar(text.visits, row.visitCount),
                bar(text.sends, row.sendCount),
                bar(text.registrations, row.registrationCount),
              ],
            }))}
          />
        </div>
        <Table
          caption={text.byTemplate}
          rows={rows}
          keyOf={({ templateId }) => templateId}
          columns={[[text.template, (row) => templateName(row, desk), 'wide'], ...countColumns(desk)]}
        />
      </ChartFrame>
    </Part>
  );
}

/** Registrations per visit in whole percent; empty without visits. */
function rateOf({ visitCount, registrationCount }: PromotionFigure, desk: OpenDesk): string {
  if (visitCount === 0) return '';
  return desk.percent(Math.round((registrationCount * 1000) / visitCount) * 1000);
}

/** The days `since` and `through` of the address; the last thirty unless named. */
export function requestedPromotionDays({
  parameter,
  market,
  now,
}: OpenDesk): Readonly<Record<'fromDay' | 'throughDay', string>> &
  Pick<HostRequestOf<typeof readPromotionFigures>, 'market'> {
  const today = dayIn(market, now);
  return {
    market,
    fromDay: parameter('since') || addDays(today, 1 - usualDays),
    throughDay: parameter('through') || today,
  };
}
