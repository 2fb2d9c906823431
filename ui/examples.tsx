import type { ReactNode } from 'react';
import { AmountHero } from './figures/amount-hero.tsx';
import { Card, CardActions } from './figures/card.tsx';
import { Comparison } from './figures/comparison.tsx';
import { Copyable, CopyableCode } from './figures/copyable-code.tsx';
import { Fold, FoldedRest } from './figures/fold.tsx';
import { Plan } from './figures/plan.tsx';
import { Rows } from './figures/rows.tsx';
import { Split } from './figures/split.tsx';
import { Button, ButtonLink } from './form/button.tsx';
import { Check } from './form/check.tsx';
import { Field } from './form/field.tsx';
import { OptionCards } from './form/option-cards.tsx';
import { Picks } from './form/picks.tsx';
import { Stars } from './form/stars.tsx';
import { Banner } from './frame/banner.tsx';
import { Bar } from './frame/bar.tsx';
import { bankIcon } from './frame/icons.tsx';
import { Pin } from './frame/pin.tsx';
import { ProductHead } from './frame/product-head.tsx';
import { Scene, type SceneName } from './frame/scene.tsx';
import { Dialog, DialogActions, DialogButton } from './notice/dialog.tsx';
import { EmptyState } from './notice/empty-state.tsx';
import { Note } from './notice/note.tsx';
import { ProblemNote } from './notice/problem-note.tsx';
import type { Tone } from './tone.ts';

const rows = [
  { label: 'Intereses, 18 % anual', value: '$\u00a0184,93' },
  { label: 'Comisión', value: '$\u00a0300,00' },
  { label: 'Costo total', value: '$\u00a0484,93', isTotal: true },
];

const stars = {
  legend: 'Estrellas: 1 es malo y 5 es excelente',
  names: ['1 estrella', '2 estrellas', '3 estrellas', '4 estrellas', '5 estrellas'],
  worst: 'Malo',
  best: 'Excelente',
} as const;

const statuses: readonly (readonly [SceneName, Tone, string])[] = [
  ['rising', 'brand', 'En revisión'],
  ['climbing', 'brand', 'Estamos depositando'],
  ['resting', 'plain', 'Esta vez no pudimos prestarle'],
  ['on-its-way', 'brand', 'Su siguiente pago'],
  ['setting', 'warn', 'Pago atrasado 3 días'],
  ['whole', 'ok', 'Préstamo pagado'],
  ['horizon', 'brand', 'Otro estado'],
];

/** Each component in its states, for its test and for looking at them all on one page. */
export const examples: Readonly<Record<string, ReactNode>> = {
  bar: (
    <Bar
      title="Pagar"
      backLink="/order"
      helpLink="/customerService"
      text={{ back: 'Volver', help: 'Ayuda' }}
    />
  ),
  banner: statuses.map(([scene, tone, title]) => (
    <Banner key={scene} scene={scene} tone={tone} title={title} description="Vence el 2026-12-20." />
  )),
  'amount hero': (
    <AmountHero label="Usted recibe" amount={'$\u00a05.000,00'} note="En 4 pagos, durante 120 días." />
  ),
  split: (
    <Split
      first={{ size: 500_000, label: 'Préstamo', amount: '$\u00a05.000,00' }}
      second={{ size: 56_252, label: 'Costo', amount: '$\u00a0562,52' }}
    />
  ),
  rows: <Rows rows={rows} />,
  plan: (
    <Plan
      steps={[
        { date: '2026-12-20', note: 'Pagado el 2026-12-19', amount: '$\u00a01.422,81', state: 'done' },
        { date: '2027-01-19', note: 'Atrasado', amount: '$\u00a01.401,36', state: 'late' },
        { date: '2027-02-18', note: '', amount: '$\u00a01.379,91' },
      ]}
    />
  ),
  fold: (
    <>
      <FoldedRest more="Ver todo" less="Ver menos">
        <Rows rows={rows} />
      </FoldedRest>
      <Fold title="Comparar pagar y aplazar">
        <p>Aquí quedan las dos opciones.</p>
      </Fold>
    </>
  ),
  card: (
    <Card icon={bankIcon} title="Desde su banco, por SPEI" note="Llega en minutos, a cualquier hora.">
      <CopyableCode
        label="CLABE, 18 dígitos"
        code="032180000118359719"
        text={{ copy: 'Copiar', copied: 'CLABE copiada', notCopied: 'No se pudo copiar' }}
      />
      <CardActions>
        <ButtonLink href="upi://pay" kind="second">
          Abrir app de pago
        </ButtonLink>
      </CardActions>
    </Card>
  ),
  'copyable text': (
    <Copyable
      label="A nombre de"
      value="Llano Servicios"
      text={{ copy: 'Copiar', copied: 'Nombre copiado', notCopied: 'No se pudo copiar' }}
    />
  ),
  note: (['brand', 'plain', 'ok', 'warn', 'bad'] as const).map((tone) => (
    <Note key={tone} tone={tone} isAlert={tone === 'bad'}>
      Pague solo con los datos de esta página.
    </Note>
  )),
  'problem note': (
    <ProblemNote
      problem={{ kind: 'network', message: '' }}
      text={{
        network: 'No hay conexión.',
        unreachable: 'No es su conexión.',
        timeout: 'Tarda demasiado.',
        other: 'No se pudo.',
      }}
    />
  ),
  field: (
    <>
      <Field id="email" label="Correo" type="email" hint="Para enviarle la respuesta." />
      <Field id="phone" label="Celular" type="tel" error="Escriba los 10 dígitos." defaultValue="55" />
    </>
  ),
  check: (
    <>
      <Check id="agree" name="agree" required defaultChecked>
        Leí y acepto el contrato
      </Check>
      <Check id="agree-again" name="agree" required error="Marque la casilla.">
        Leí y acepto el contrato
      </Check>
    </>
  ),
  stars: <Stars name="score" idPrefix="star-" text={stars} />,
  button: (['main', 'second', 'quiet', 'danger'] as const).map((kind) => (
    <Button key={kind} kind={kind} type="button">
      Pagar
    </Button>
  )),
  pin: (
    <Pin above={<p>Antes de pagar</p>}>
      <Button kind="second">Aplazar</Button>
      <Button>Pagar</Button>
    </Pin>
  ),
  dialog: (
    <>
      <DialogButton dialogId="example">Aplazar</DialogButton>
      <Dialog id="example" title="Puede aplazar 7 días" closeLabel="Cerrar">
        <p>Aplazar le cuesta más.</p>
        <DialogActions>
          <DialogButton dialogId="example" command="close" kind="quiet">
            Ahora no
          </DialogButton>
        </DialogActions>
      </Dialog>
    </>
  ),
  comparison: (
    <>
      <h2 id="options">Dos opciones</h2>
      <Comparison
        labelledBy="options"
        options={['Aplazar', 'Pagar hoy']}
        rows={[{ label: 'Hoy', date: '2027-01-22', amounts: ['$\u00a0224,22', '$\u00a01.527,48'] }]}
        total={{ label: 'En total', amounts: ['$\u00a01.625,58', '$\u00a01.527,48'] }}
      />
    </>
  ),
  'option cards': (
    <OptionCards
      options={['Aplazar', 'Pagar una parte', 'Pagar hoy'].map((name) => ({
        name,
        steps: [{ label: 'Hoy', date: '2027-01-22', amount: '$\u00a0224,22' }],
        total: { label: 'En total', amount: '$\u00a01.625,58' },
      }))}
    />
  ),
  picks: (
    <fieldset>
      <legend>Elija una tarjeta</legend>
      <Picks
        name="card"
        chosen="31"
        picks={[
          { value: '31', label: 'BBVA México', note: '4152 •••• •••• 4417' },
          { value: '32', label: 'Banorte', note: '5493 •••• •••• 9052' },
        ]}
        opening="32"
        inset={<Field id="pick-code" label="Código" />}
      />
    </fieldset>
  ),
  'empty state': (
    <EmptyState
      scene={<Scene name="horizon" />}
      heading="Todavía no tiene quejas"
      line="Cuando envíe una, aquí verá la respuesta."
    >
      <ButtonLink href="/complaint" kind="second">
        Enviar una queja
      </ButtonLink>
    </EmptyState>
  ),
  'product head': (
    <>
      <ProductHead logo={null} name="Llano 120" note="Préstamo LL-2026-118204" />
      <ProductHead logo="/logo.png" name="Llano 120" note="" />
    </>
  ),
};
