import { type ReactNode, use } from 'react';
import { deskCatalogueText } from '#content/messages/desk-catalogue.ts';
import { fill } from '#content/text-pack.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { FieldError } from '#ui/form/field-error.tsx';
import { Hold } from '#ui/form/hold.tsx';
import { SentContext } from '#ui/form/sent-fields.ts';
import { useDeskText } from '../desk-context.ts';
import { FormFields } from '../ui/desk-form.tsx';
import { Fields, Pairs } from '../ui/fields.tsx';
import styles from './product-fields.module.css';
import { bandsMax, percentFromText, percentInField, productForm, type VersionFacts } from './product-form.ts';

export function ProductFields({ product }: { readonly product: VersionFacts }): ReactNode {
  const { desk, text } = useDeskText(deskCatalogueText);
  const { typed, faults } = use(SentContext);
  const annualInterestPpm = typed
    ? (percentFromText(fieldOf(typed, 'annualInterestPpm')) ?? undefined)
    : product.annualInterestPpm;
  const bands = product.penaltyBands ?? [];
  const rows = Array.from({ length: bandsMax }, (_, row) => {
    const band = bands[row];
    return {
      from: typed ? fieldOf(typed, `from-${row}`) : band ? String(band.fromDay) : '',
      rate: typed ? fieldOf(typed, `rate-${row}`) : band ? percentInField(band.dailyPpm, desk) : '',
    };
  });
  const shownCount = rows.findLastIndex(({ from }) => from !== '') + 3;
  return (
    <Fields>
      <Pairs>
        <FormFields form={productForm(desk, { ...product, annualInterestPpm })} />
      </Pairs>
      <fieldset>
        <legend>{text.penaltyBands}</legend>
        <p className="hint" id="bands-h">
          {text.bandHint}
        </p>
        {faults.penaltyBands && <FieldError id="bands-error">{faults.penaltyBands}</FieldError>}
        <div className={styles.bands}>
          {rows.slice(0, shownCount).map((values, row) =>
            (['from', 'rate'] as const).map((part) => (
              <Hold key={`${part}-${String(row)}`}>
                <input
                  name={`${part}-${row}`}
                  defaultValue={values[part]}
                  inputMode="decimal"
                  maxLength={12}
                  autoComplete="off"
                  aria-label={fill(part === 'from' ? text.bandFrom : text.bandRate, { row: row + 1 })}
                  placeholder={part === 'from' ? '1' : '0.5'}
                />
              </Hold>
            )),
          )}
        </div>
      </fieldset>
    </Fields>
  );
}
