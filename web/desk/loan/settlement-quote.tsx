import type { ReactNode } from 'react';
import { deskSettlementText, settlementQuoteText } from '#content/messages/settlement-quote.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskSettlement } from '#contract/desk.ts';
import { type LocalDate, typedDay } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { settlementPaper, settlementRows } from '#pages/loan/settlement-paper.ts';
import { paperAnswer } from '#pages/paper/file-answer.ts';
import { Button, ButtonLink } from '#ui/form/button.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths, loanFilePath, sendMessagePath, settlementQuotePath } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { AuditLine } from '../ui/audit-line.tsx';
import { Fact } from '../ui/facts.tsx';
import { TextField } from '../ui/field.tsx';
import { Crumb, PageHead } from '../ui/page-head.tsx';
import { addressOf } from '../ui/pager.tsx';
import { PlainPart } from '../ui/part.tsx';
import { Warning } from '../ui/warning.tsx';
import { LoanNumber } from './loan-link.tsx';
import { Owed, OwedRows } from './owed.tsx';

interface Quote {
  readonly quote: DeskSettlement;
  readonly orderNumber: string;
  readonly typed: string;
  /** Whether the address names a day for which there is no figure. */
  readonly isWrong: boolean;
}

/** The amount that settles a loan on a chosen day, and its PDF for the borrower. */
export const settlementQuote = deskScreen<Quote>({
  path: deskPaths.settlementQuote,
  needs: 'see-loans',
  async load({ service, person, part, parameter, status }) {
    const orderNumber = part('order');
    const typed = parameter('day');
    const day = typed === '' ? null : typedDay(typed);
    const quote = await service.papers.settlement(person, orderNumber, day);
    if (!quote) throw new CodedError('not-found');
    const isWrong = quote.isPayable && typed !== '' && quote.figure?.day !== day;
    if (isWrong) status(422);
    return { quote, orderNumber, typed: typed || quote.days.from, isWrong };
  },
  title: ({ desk, orderNumber }) => `${deskSettlementText[desk.language].title} ${orderNumber}`,
  page({ desk, quote, orderNumber, typed, isWrong }) {
    const text = deskSettlementText[desk.language];
    const { days, isPayable, market, borrowerId } = quote;
    return (
      <>
        <Crumb>
          <LoanNumber orderNumber={orderNumber} />
        </Crumb>
        <PageHead>
          <h1>{text.title}</h1>
          <p className="sub">{text.line}</p>
        </PageHead>
        {isPayable ? (
          <PlainPart isNarrow>
            <form method="get" action={settlementQuotePath(orderNumber)} noValidate>
              <TextField
                id="day"
                type="date"
                label={text.day}
                value={typed}
                maxLength={10}
                hint={fill(text.days, { ...days })}
                error={isWrong ? fill(text.wrongDay, { ...days }) : undefined}
              />
              <Acts>
                <Button kind="second">{text.calculate}</Button>
              </Acts>
            </form>
          </PlainPart>
        ) : (
          <Warning words={text.noFigure} />
        )}
        {!isWrong && <Figure quote={quote} orderNumber={orderNumber} />}
        <AuditLine subject={`loan:${orderNumber}`} borrowerId={borrowerId} market={market} />
      </>
    );
  },
});

function Figure({
  quote: { figure, currency, market, language, isRunning },
  orderNumber,
}: Pick<Quote, 'quote' | 'orderNumber'>): ReactNode {
  const desk = useDesk();
  const text = deskSettlementText[desk.language];
  if (!figure) return null;
  const { day, owedMinor, savesMinor, heldMinor } = figure;
  const money = (minor: number) => desk.money(minor, currency);
  const title = fill(text.toSettle, { day });
  const rows = settlementRows(figure, { language: desk.language, market, money });
  const last = rows.at(-1);
  const beside = [[text.saves, savesMinor] as const, [text.held, heldMinor] as const];
  return (
    <div className="g4">
      <Owed id="figure" tone="plain" title={title} amount={money(owedMinor)}>
        <OwedRows sum={last && { name: last.label, amount: <span className="num">{last.value}</span> }}>
          {rows.slice(0, -1).map(({ label, value }) => (
            <Fact key={label} name={label}>
              <span className="num">{value}</span>
            </Fact>
          ))}
        </OwedRows>
        <OwedRows>
          {beside
            .filter(([, amountMinor]) => amountMinor > 0)
            .map(([name, amountMinor]) => (
              <Fact key={name} name={name}>
                <span className="num">{money(amountMinor)}</span>
              </Fact>
            ))}
        </OwedRows>
      </Owed>
      {desk.may('see-personal-data') && (
        <PlainPart isNarrow>
          <p className="hint">{fill(text.inLanguage, { language: text[language] })}</p>
          <Acts>
            <ButtonLink kind="main" href={addressOf(loanFilePath(orderNumber, 'settlement'), { day })}>
              {text.savePdf}
            </ButtonLink>
            {isRunning && (
              <ButtonLink
                kind="second"
                href={addressOf(sendMessagePath(orderNumber), { what: 'settlement', day })}
              >
                {text.sendQuote}
              </ButtonLink>
            )}
          </Acts>
        </PlainPart>
      )}
    </div>
  );
}

/** The figure of a day as PDF in the borrower's language. */
export function settlementAnswer(
  { screen, service, person }: OpenDesk,
  orderNumber: string,
  day: LocalDate | null,
): Promise<Response> {
  return paperAnswer(screen, async () => {
    const found = day && (await service.papers.settlementPaper(person, orderNumber, day));
    if (!found) throw new CodedError('not-found');
    const { figure, language } = found;
    const paper = settlementPaper(screen.inLanguage(language), figure, { ...found, number: orderNumber });
    return { paper, name: `${settlementQuoteText[language].title}-${orderNumber}-${figure.day}` };
  });
}
