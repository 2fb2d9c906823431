import type { ReactNode } from 'react';
import { fill } from '#content/text-pack.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { Fold } from '../ui/figures/fold.tsx';
import { ButtonLink } from '../ui/form/button.tsx';
import { ExtensionTable } from './extension-reminder.tsx';
import type { LoanSectionsProperties } from './loan-sections.tsx';

const headingId = 'cannot-pay';

/** The way out, as legible as the way in, with its cost and the comparison, so that no step lives only in a dialog. */
export function ExtensionSection({
  text,
  language,
  amountStyle,
  order,
  view,
  links,
}: Pick<
  LoanSectionsProperties,
  'text' | 'language' | 'amountStyle' | 'order' | 'view' | 'links'
>): ReactNode {
  if (!view.actions.includes('extend')) return null;
  const extension = order.balance?.extension;
  if (!extension) {
    return (
      <section>
        <h2>{text.cannotPayToday}</h2>
        <p>{text.mayExtend}</p>
      </section>
    );
  }
  const { days } = extension;
  const isPenaltyGrowing = (order.balance?.daysLate ?? 0) > 0;
  return (
    <section>
      <h2 id={headingId}>{text.cannotPayToday}</h2>
      <p>
        {fill(isPenaltyGrowing ? text.canExtendLate : text.canExtend, {
          days,
          amount: formatMoney(extension.feeMinor, language, amountStyle),
        })}
      </p>
      <Fold title={text.compare}>
        <ExtensionTable
          extension={extension}
          text={text}
          language={language}
          amountStyle={amountStyle}
          labelledBy={headingId}
        />
        <ButtonLink href={links.extend} kind="second">
          {fill(text.extendDays, { days })}
        </ButtonLink>
      </Fold>
    </section>
  );
}
