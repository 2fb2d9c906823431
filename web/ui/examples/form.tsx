import { minorAmount } from '#domain/money/money.ts';
import { AmountField } from '#ui/form/amount-field.tsx';
import { Button } from '#ui/form/button.tsx';
import { Check } from '#ui/form/check.tsx';
import { Chips } from '#ui/form/chips.tsx';
import { EnhancedForm, ProblemSlot } from '#ui/form/enhanced-form.tsx';
import { Field } from '#ui/form/field.tsx';
import { ImageGrid } from '#ui/form/image-grid.tsx';
import { OptionCards } from '#ui/form/option-cards.tsx';
import { Picks } from '#ui/form/picks.tsx';
import { RatingDialog, RatingForm } from '#ui/form/rating.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { Stars } from '#ui/form/stars.tsx';
import { Tags } from '#ui/form/tags.tsx';
import { TextArea } from '#ui/form/text-area.tsx';
import { DialogButton } from '#ui/notice/dialog.tsx';
import type { Examples, Say } from './say.ts';

const starWords = (say: Say) => ({
  legend: say('Estrellas: 1 es malo y 5 es excelente', 'Stars: 1 is poor and 5 is excellent'),
  names: [
    say('1 estrella', '1 star'),
    say('2 estrellas', '2 stars'),
    say('3 estrellas', '3 stars'),
    say('4 estrellas', '4 stars'),
    say('5 estrellas', '5 stars'),
  ] as const,
  worst: say('Malo', 'Poor'),
  best: say('Excelente', 'Excellent'),
});

function ratingWords(say: Say) {
  const { legend, worst, best, names } = starWords(say);
  const [star1, star2, star3, star4, star5] = names;
  return {
    rateTitle: say('¿Cómo le fue?', 'How was it?'),
    rateLegend: legend,
    worst,
    best,
    sendRating: say('Enviar', 'Send'),
    notNow: say('Ahora no', 'Not now'),
    star1,
    star2,
    star3,
    star4,
    star5,
    chooseStar: say('Elija una estrella.', 'Choose a star.'),
    close: say('Cerrar', 'Close'),
  };
}

export const formExamples: Examples = {
  field: (say) => (
    <>
      <Field
        id="email"
        label={say('Correo', 'Email')}
        type="email"
        hint={say('Para enviarle la respuesta.', 'To send you the answer.')}
      />
      <Field
        id="phone"
        label={say('Celular', 'Mobile phone')}
        type="tel"
        error={say('Escriba los 10 dígitos.', 'Write the 10 digits.')}
        defaultValue="55"
      />
    </>
  ),
  check: (say) => (
    <>
      <Check id="agree" name="agree" required defaultChecked>
        {say('Leí y acepto el contrato', 'I read and accept the agreement')}
      </Check>
      <Check id="agree-again" name="agree" required error="Marque la casilla.">
        {say('Leí y acepto el contrato', 'I read and accept the agreement')}
      </Check>
    </>
  ),
  stars: (say) => <Stars name="score" idPrefix="star-" text={starWords(say)} />,
  button: (say) =>
    (['main', 'second', 'quiet', 'danger'] as const).map((kind) => (
      <Button key={kind} kind={kind} type="button">
        {say('Pagar', 'Pay')}
      </Button>
    )),
  'option cards': (say) => (
    <OptionCards
      options={[
        say('Aplazar', 'Postpone'),
        say('Pagar una parte', 'Pay a part'),
        say('Pagar hoy', 'Pay today'),
      ].map((name) => ({
        name,
        steps: [{ label: say('Hoy', 'Today'), date: '2027-01-22', amount: '$\u00a0224,22' }],
        total: { label: say('En total', 'In total'), amount: '$\u00a01.625,58' },
      }))}
    />
  ),
  picks: (say) => (
    <fieldset>
      <legend>{say('Elija una tarjeta', 'Choose a card')}</legend>
      <Picks
        name="card"
        chosen="31"
        picks={[
          { value: '31', label: 'BBVA México', note: '4152 •••• •••• 4417' },
          { value: '32', label: 'Banorte', note: '5493 •••• •••• 9052' },
        ]}
        opening="32"
        inset={<Field id="pick-code" label={say('Código', 'Code')} />}
      />
    </fieldset>
  ),
  chips: (say) => (
    <Chips
      name="amount"
      legend={say('Cuánto recibe', 'What you receive')}
      chips={['1000', '5000'].map((value) => ({ value, label: `$\u00a0${value}` }))}
      chosen="5000"
      error={say('Elija un monto.', 'Choose an amount.')}
    />
  ),
  'amount field': (say) => (
    <AmountField
      label={say('Otro monto', 'Another amount')}
      hint={say('Hasta $\u00a01.527,48', 'Up to $\u00a01.527,48')}
      value="2000"
      fault="too-much"
      faults={{
        'too-much': say('Es más de lo que debe.', 'That is more than you owe.'),
        'not-an-amount': say('Escriba un monto.', 'Write an amount.'),
      }}
      largestMinor={minorAmount(152_748)}
      notation={{ decimals: 2, writings: ['$', 'MXN'] }}
    />
  ),
  'select field': (say) => (
    <SelectField
      id="way"
      label={say('Cómo pagó', 'How you paid')}
      chosen="shop"
      choices={[
        ['bank', say('Banco', 'Bank')],
        ['shop', say('Tienda', 'Shop')],
      ]}
    />
  ),
  'text area': (say) => (
    <>
      <TextArea
        id="story"
        label={say('Qué pasó', 'What happened')}
        hint={say('Hasta 200 letras.', 'Up to 200 letters.')}
      />
      <TextArea
        id="reason"
        label={say('Motivo', 'Reason')}
        error={say('Escriba el motivo.', 'Write the reason.')}
      />
    </>
  ),
  'enhanced form': (say) => (
    <EnhancedForm>
      <ProblemSlot problem={{ kind: 'timeout', message: '' }} />
      <Button>{say('Enviar', 'Send')}</Button>
    </EnhancedForm>
  ),
  rating: (say) => (
    <>
      <DialogButton dialogId="rate">{say('Calificar', 'Rate')}</DialogButton>
      <RatingDialog text={ratingWords(say)} answer={undefined} />
      <RatingForm text={ratingWords(say)} answer={{ starError: ratingWords(say).chooseStar }} />
    </>
  ),
  tags: (say) => (
    <Tags tags={[say('Cobranza', 'Collection'), say('Abierta', 'Open')]} tone="warn">
      <a href="/complaint">{say('Cambiar', 'Change')}</a>
    </Tags>
  ),
  'image grid': (say) => (
    <ImageGrid
      images={['/logo.png']}
      label={say('Imágenes', 'Images')}
      nameOf={(number) => `${say('Imagen', 'Image')} ${number}`}
    />
  ),
};
