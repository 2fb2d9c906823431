import { AmountHero } from '#ui/figures/amount-hero.tsx';
import { Card, CardActions, CardFold, CardStack } from '#ui/figures/card.tsx';
import { Comparison } from '#ui/figures/comparison.tsx';
import { Codes, Copyable, CopyableCode } from '#ui/figures/copyable-code.tsx';
import { CostScale, ExampleScale } from '#ui/figures/cost-scale.tsx';
import { FigureFold, FigureRow, FigureRows } from '#ui/figures/figure-rows.tsx';
import { Fold, FoldAfter, FoldedRest } from '#ui/figures/fold.tsx';
import { Meter } from '#ui/figures/meter.tsx';
import { Plan } from '#ui/figures/plan.tsx';
import { Rail } from '#ui/figures/rail.tsx';
import { Rows } from '#ui/figures/rows.tsx';
import { Slip } from '#ui/figures/slip.tsx';
import { Tile } from '#ui/figures/tile.tsx';
import { Way, Ways } from '#ui/figures/way.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { bankIcon, clockIcon, giveBackIcon } from '#ui/frame/icons.tsx';
import { type Examples, exampleRows, type Say } from './say.ts';

const pictureCode =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="286" height="120" viewBox="0 0 9 3"%3E%3Cpath d="M0 0h2v3H0zM3 0h1v3H3zM6 0h3v3H6z"/%3E%3C/svg%3E';

const scaledSums = (say: Say) => ({
  received: { size: 500_000, label: say('Recibe', 'You receive'), amount: '$\u00a05.000,00' },
  repaid: { size: 556_252, label: say('Paga en total', 'You repay'), amount: '$\u00a05.562,52' },
  cost: { size: 56_252, label: say('Costo', 'Cost'), amount: '$\u00a0562,52' },
});

export const figureExamples: Examples = {
  'amount hero': (say) => (
    <AmountHero
      label={say('Usted recibe', 'You receive')}
      amount={'$\u00a05.000,00'}
      note={say('En 4 pagos, durante 120 días.', 'In 4 payments, over 120 days.')}
    />
  ),
  'cost scale': (say) => (
    <>
      <CostScale {...scaledSums(say)} />
      <CostScale {...scaledSums(say)} repaid={null} cost={null} />
      <ExampleScale {...scaledSums(say)} />
    </>
  ),
  rail: (say) => (
    <>
      <Rail
        steps={['20\u00a0dic', '19\u00a0ene', '18\u00a0feb', '20\u00a0mar'].map((label, index) => ({
          label,
          day: `2027-0${index + 1}-20`,
          state: index === 0 ? 'done' : index === 1 ? 'now' : undefined,
        }))}
      />
      <Rail
        steps={[1, 2, 3, 4, 5, 6].map((week) => ({
          label: say(`Semana ${week}`, `Week ${week}`),
          day: null,
          amount: '$\u00a0140,00',
        }))}
      />
    </>
  ),
  'figure rows': (say) => (
    <FigureRows>
      <FigureRow
        icon={clockIcon}
        label={say('Si se atrasa', 'If late')}
        figure={'$\u00a042,68'}
        unit={say('por día', 'a day')}
      />
      <FigureFold icon={giveBackIcon} label={say('3 días para devolverlo', '3 days to give it back')}>
        <p>{say('Paga lo que recibió y los intereses.', 'You pay what you received and the interest.')}</p>
      </FigureFold>
    </FigureRows>
  ),
  rows: (say) => <Rows rows={exampleRows(say)} />,
  plan: (say) => (
    <Plan
      steps={[
        {
          date: '2026-12-20',
          note: say('Pagado el 2026-12-19', 'Paid on 2026-12-19'),
          amount: '$\u00a01.422,81',
          state: 'done',
        },
        { date: '2027-01-19', note: say('Atrasado', 'Late'), amount: '$\u00a01.401,36', state: 'late' },
        { date: '2027-02-18', note: '', amount: '$\u00a01.379,91' },
      ]}
    />
  ),
  fold: (say) => (
    <>
      <FoldedRest more={say('Ver todo', 'See all')} less={say('Ver menos', 'See less')}>
        <Rows rows={exampleRows(say)} />
      </FoldedRest>
      <Fold title={say('Comparar pagar y aplazar', 'Compare paying and postponing')}>
        <p>{say('Aquí quedan las dos opciones.', 'Both options stand here.')}</p>
      </Fold>
      <FoldAfter title={say('Cada pago', 'Each payment')}>
        <Rows rows={exampleRows(say)} />
      </FoldAfter>
    </>
  ),
  card: (say) => (
    <Card
      icon={bankIcon}
      title={say('Desde su banco, por SPEI', 'From your bank, by SPEI')}
      note={say('Llega en minutos, a cualquier hora.', 'Arrives in minutes, at any hour.')}
    >
      <CopyableCode label={say('CLABE, 18 dígitos', 'CLABE, 18 digits')} code="032180000118359719" />
      <CardActions>
        <ButtonLink href="upi://pay" kind="second">
          {say('Abrir app de pago', 'Open payment app')}
        </ButtonLink>
      </CardActions>
    </Card>
  ),
  'card stack': (say) => (
    <CardStack>
      <Card
        icon={bankIcon}
        title={say('Pagar hoy', 'Pay today')}
        titleAs="h2"
        tag={say('Cuesta menos', 'Costs less')}
      >
        <Rows rows={exampleRows(say)} isDense />
        <Meter paidShare={0.4} />
        <CardFold title={say('Detalle', 'Details')}>
          <Rows rows={exampleRows(say)} />
        </CardFold>
      </Card>
    </CardStack>
  ),
  'copyable text': (say) => <Copyable label={say('A nombre de', 'In the name of')} value="Llano Servicios" />,
  comparison: (say) => (
    <>
      <h2 id="options">{say('Dos opciones', 'Two options')}</h2>
      <Comparison
        labelledBy="options"
        options={[say('Aplazar', 'Postpone'), say('Pagar hoy', 'Pay today')]}
        rows={[
          { label: say('Hoy', 'Today'), date: '2027-01-22', amounts: ['$\u00a0224,22', '$\u00a01.527,48'] },
        ]}
        total={{ label: say('En total', 'In total'), amounts: ['$\u00a01.625,58', '$\u00a01.527,48'] }}
      />
    </>
  ),
  slip: (say) => (
    <Slip
      shop="OXXO"
      instructions={say('Pague en efectivo', 'Pay in cash')}
      amount={'$\u00a01.550,85'}
      image={pictureCode}
      caption={say('Muestre este código en la caja', 'Show this code at the till')}
      imageText={say('Código de barras', 'Bar code')}
      code="4821600077310264"
      until={say('Vence el jueves 24 de diciembre.', 'It ends on Thursday 24 December.')}
      note={say('A nombre de Llano.', 'In the name of Llano.')}
    />
  ),
  ways: (say) => (
    <Ways>
      <Way
        id="way-0"
        icon={bankIcon}
        title={say('Transferencia SPEI', 'SPEI transfer')}
        note={say('En minutos', 'In minutes')}
        isOpen
      >
        <Codes>
          <CopyableCode label="CLABE" code="032180000118359719" isMain />
          <CopyableCode label={say('Monto exacto', 'Exact amount')} code="1550.85" />
        </Codes>
      </Way>
      <Way
        id="way-1"
        icon={bankIcon}
        logo="/logo.png"
        title={say('Otro banco', 'Another bank')}
        note=""
        isOpen={false}
      >
        <p>{say('Pregunte en su banco.', 'Ask at your bank.')}</p>
      </Way>
    </Ways>
  ),
  tile: () => <Tile icon={bankIcon} />,
};
