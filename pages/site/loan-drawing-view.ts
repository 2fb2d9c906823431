import { quoteFigures } from '#content/legal/quoted-figures.ts';
import { loanPageText } from '#content/messages/site.ts';
import { fill } from '#content/text-pack.ts';
import type { Language } from '#domain/language.ts';
import type { AmountStyle } from '#domain/money/money-format.ts';
import { latePenaltyBands } from '#domain/site/legal-figures.ts';

/** A point of the drawing: its name and what is to know of it, a line each. */
export interface DrawingLabel {
  readonly name: string;
  readonly lines: readonly string[];
}

/** The drawing of the loan terms: every text it holds, and the sizes it is drawn from. */
export interface LoanDrawingView {
  readonly title: string;
  readonly decision: DrawingLabel;
  readonly crediting: DrawingLabel;
  readonly prepayment: DrawingLabel;
  readonly end: DrawingLabel;
  readonly penalty: DrawingLabel;
  readonly bands: readonly { readonly days: string; readonly rate: string; readonly dailyPpm: number }[];
  readonly lateFee: DrawingLabel;
  /** All of the above as one text, for those who do not see it. */
  readonly description: string;
}

/** The figures of LEGAL-2 as the drawing shows them. */
export function loanDrawingView(language: Language, style: AmountStyle): LoanDrawingView {
  const text = loanPageText[language];
  const figures = quoteFigures(language, style);
  const label = (name: string, ...lines: readonly string[]): DrawingLabel => ({ name, lines });
  const decision = label(text.decision, fill(text.decisionValue, figures));
  const crediting = label(text.crediting, fill(text.creditingValue, figures));
  const prepayment = label(
    text.prepayment,
    fill(text.prepaymentValue, figures),
    fill(text.prepaymentLimit, figures),
  );
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
    `${penalty.name}, ${penalty.lines.join(' ')}: ${bands.map(({ days, rate }) => `${days}, ${rate}`).join('; ')}`,
    `${lateFee.name}. ${lateFee.lines.join('. ')}`,
  ];
  const description = `${sentences.join('. ')}.`;
  return {
    title: text.drawingTitle,
    decision,
    crediting,
    prepayment,
    end,
    penalty,
    bands,
    lateFee,
    description,
  };
}
