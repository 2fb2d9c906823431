import { deskPromotionsText } from '#content/messages/desk-promotions.ts';
import { fill } from '#content/text-pack.ts';
import { type PromotionFigure, readPromotionFigures } from '#contract/host/promotion-figures.ts';
import type { HostRequestOf } from '#contract/host-call.ts';
import { addDays } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn } from '#domain/market.ts';
import { ButtonLink } from '#ui/form/button.tsx';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { AuditText } from '../ui/audit-line.tsx';
import { ChartFrame, GroupedBarChart } from '../ui/chart.tsx';
import { DayRange } from '../ui/day-range.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { addressOf, Pager } from '../ui/pager.tsx';
import { Part } from '../ui/part.tsx';
import { type Column, Table } from '../ui/table.tsx';

const usualDays = 30;
const templatesMax = 100;
const chartGroups = 5;
const pageSize = 50;

/** What became of promotion links in some days: visits, codes sent, registrations. */
export const promotions = deskScreen({
  path: deskPaths.promotions,
  needs: 'see-operations',
  async load(desk) {
    const days = requestedPromotionDays(desk);
    const cursor = desk.parameter('from') || undefined;
    try {
      const byTemplate = await desk.read(readPromotionFigures, {
        ...days,
        by: 'template',
        limit: templatesMax,
      });
      const byChannel = await desk.read(readPromotionFigures, {
        ...{ ...days, by: 'channel', cursor },
        limit: pageSize,
      });
      return { ...days, found: { templates: byTemplate.figures, ...byChannel } };
    } catch (error) {
      if (error instanceof CodedError && error.code === 'request-invalid') return { ...days, found: null };
      throw error;
    }
  },
  title: ({ desk }) => deskPromotionsText[desk.language].title,
  page({ desk, market, fromDay, throughDay, found: figures }) {
    const text = deskPromotionsText[desk.language];
    const nameOf = ({ templateId }: PromotionFigure) => templateId || text.noTemplate;
    const most =
      figures?.templates.toSorted((a, b) => b.visitCount - a.visitCount).slice(0, chartGroups) ?? [];
    const days = { since: fromDay, through: throughDay };
    const counts: Column<PromotionFigure>[] = [
      [text.visits, (row) => row.visitCount, 'figure labelled'],
      [text.sends, (row) => row.sendCount, 'figure right labelled'],
      [text.registrations, (row) => row.registrationCount, 'figure labelled'],
      [text.rate, (row) => rateOf(row, desk), 'figure right labelled'],
    ];
    return (
      <>
        <PageHead>
          <h1>{text.title}</h1>
          <p className="sub">{fill(text.line, { market })}</p>
        </PageHead>
        <DayRange
          action={deskPaths.promotions}
          ids={['since', 'through']}
          isWrong={figures === null}
          {...{ fromDay, throughDay, text }}
        />
        {figures && figures.templates.length === 0 && <p className="sub g3">{desk.words.none}</p>}
        {figures && figures.templates.length > 0 && (
          <>
            <Part
              id="templates"
              title={text.byTemplate}
              end={figures.templates.length > chartGroups && fill(text.most, { count: chartGroups })}
            >
              <ChartFrame>
                <div>
                  <GroupedBarChart
                    label={text.chart}
                    groups={most.map((row) => ({
                      name: nameOf(row),
                      bars: [
                        { name: text.visits, value: row.visitCount, figure: String(row.visitCount) },
                        { name: text.sends, value: row.sendCount, figure: String(row.sendCount) },
                        {
                          name: text.registrations,
                          value: row.registrationCount,
                          figure: String(row.registrationCount),
                        },
                      ],
                    }))}
                  />
                </div>
                <Table
                  caption={text.byTemplate}
                  rows={figures.templates}
                  keyOf={({ templateId }) => templateId}
                  columns={[[text.template, nameOf, 'wide'], ...counts]}
                />
              </ChartFrame>
            </Part>
            <Part id="channels" title={text.byChannel}>
              <Table
                caption={text.byChannel}
                rows={figures.figures}
                keyOf={({ templateId, appFrom, utmTag }) => JSON.stringify([templateId, appFrom, utmTag])}
                columns={[
                  [
                    text.channel,
                    ({ appFrom, utmTag }) => [appFrom, utmTag].filter(Boolean).join(' · ') || text.noChannel,
                  ],
                  [text.template, nameOf, 'right'],
                  ...counts,
                ]}
              />
              <Pager
                path={deskPaths.promotions}
                parameters={days}
                nextCursor={figures.nextCursor}
                pageSize={pageSize}
              />
            </Part>
          </>
        )}
        {figures && desk.may('export') && (
          <Acts>
            <ButtonLink
              kind="second"
              href={addressOf(deskPaths.exports.replace(':file', 'promotions.csv'), days)}
            >
              {text.file}
            </ButtonLink>
            <span className="hint">{text.fileLine}</span>
          </Acts>
        )}
        <AuditText>{text.kept}</AuditText>
      </>
    );
  },
});

/** How many of a hundred visits became registrations, in whole ones; nothing where there were no visits. */
function rateOf({ visitCount, registrationCount }: PromotionFigure, desk: OpenDesk): string {
  if (visitCount === 0) return '';
  return desk.percent(Math.round((registrationCount * 1000) / visitCount) * 1000);
}

/** The days the address names, `since` and `through`; else the last thirty of the desk's market. */
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
