import type { ReactNode } from 'react';
import { deskCatalogueText } from '#content/messages/desk-catalogue.ts';
import { fill } from '#content/text-pack.ts';
import { allMarkets, type Market, marketOf } from '#domain/market.ts';
import { reminderDayMax } from '#domain/reminder/reminder-channel.ts';
import { FieldError } from '#ui/form/field-error.tsx';
import { Hold } from '#ui/form/hold.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { useDeskText } from '../desk-context.ts';
import type { OpenDesk } from '../open-desk.ts';
import { TextField } from '../ui/field.tsx';
import { Fields, Pairs } from '../ui/fields.tsx';
import styles from './product-fields.module.css';
import { bandRowsOf, type ProductField, type ProductValues, productFields, termOf } from './product-form.ts';

/** What is wrong with a field, in words. */
export function problemOfField(field: string, desk: OpenDesk, market: Market): string {
  const text = deskCatalogueText[desk.language];
  const [from, until] = marketOf[market].collection.hours;
  const why: Readonly<Record<string, string>> = {
    instalmentCount: text.check_term,
    instalmentDays: text.check_term,
    annualInterestPpm: text.check_rates,
    dailyInterestPpm: text.check_rates,
    maximumMinor: text.check_range,
    minimumMinor: text.check_range,
    stepMinor: text.check_range,
    penaltyBands: text.bandHint,
    productId: text.productIdHint,
    reminderDays: fill(text.check_reminder, { days: reminderDayMax }),
    reminderFromHour: fill(text.check_hours, { from, until }),
    reminderUntilHour: fill(text.check_hours, { from, until }),
  };
  const words = fill(text.check, { field: field in text ? text[field as ProductField] : field });
  return why[field] ? `${words} ${why[field]}` : words;
}

/** The fields of a product, as they were typed. */
export function ProductFields({
  values,
  badField,
}: {
  readonly values: ProductValues;
  readonly badField: string | null;
}): ReactNode {
  const { desk, text } = useDeskText(deskCatalogueText);
  const market = allMarkets.find((each) => each === values.market) ?? desk.market;
  const [from, until] = marketOf[market].collection.hours;
  const hoursHint = fill(text.reminderHoursHint, { from, until });
  const hints: Readonly<Partial<Record<ProductField, string>>> = {
    reminderDays: text.reminderHint,
    reminderFromHour: hoursHint,
    reminderUntilHour: hoursHint,
  };
  const yesNo = [
    ['yes', text.yes],
    ['no', text.no],
  ] as const;
  const field = (name: ProductField) => {
    const value = values[name] ?? '';
    const term = termOf(name);
    if (term?.kind === 'flag') {
      return <SelectField key={name} id={name} label={text[name]} chosen={value} choices={yesNo} />;
    }
    if (term?.kind === 'choice') {
      const named = term.choices.map((each) => [each, text[`choice-${each}`]] as const);
      return <SelectField key={name} id={name} label={text[name]} chosen={value} choices={named} />;
    }
    return (
      <TextField
        key={name}
        id={name}
        label={text[name]}
        value={value}
        maxLength={name === 'logo' ? 2048 : 80}
        hint={hints[name]}
        error={badField === name ? problemOfField(name, desk, market) : undefined}
        {...(term && term.kind !== 'days' && { inputMode: 'decimal' as const })}
      />
    );
  };
  return (
    <Fields>
      <Pairs>{productFields.filter((name) => name !== 'penaltyBands').map(field)}</Pairs>
      <fieldset>
        <legend>{text.penaltyBands}</legend>
        <p className="hint" id="bands-h">
          {text.bandHint}
        </p>
        {badField === 'penaltyBands' && (
          <FieldError id="bands-error">{problemOfField('penaltyBands', desk, market)}</FieldError>
        )}
        <div className={styles.bands}>
          {Array.from({ length: bandRowsOf(values) }, (_, row) =>
            (['from', 'rate'] as const).map((part) => (
              <Hold key={`${part}-${String(row)}`}>
                <input
                  name={`${part}-${row}`}
                  defaultValue={values[`${part}-${row}`]}
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
