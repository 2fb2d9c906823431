import type { ReactNode } from 'react';
import { localDate } from '#domain/calendar.ts';
import type { Language } from '#domain/language.ts';
import { minorAmount } from '#domain/money/money.ts';
import { BackLink, CallLink } from './bridge/links.tsx';
import { AmountHero } from './figures/amount-hero.tsx';
import { Card, CardActions, CardFold, CardStack } from './figures/card.tsx';
import { Comparison } from './figures/comparison.tsx';
import { Codes, Copyable, CopyableCode } from './figures/copyable-code.tsx';
import { CostScale, ExampleScale } from './figures/cost-scale.tsx';
import { FigureFold, FigureRow, FigureRows } from './figures/figure-rows.tsx';
import { Fold, FoldAfter, FoldedRest } from './figures/fold.tsx';
import { Meter } from './figures/meter.tsx';
import { Plan } from './figures/plan.tsx';
import { Rail } from './figures/rail.tsx';
import { Rows } from './figures/rows.tsx';
import { Slip } from './figures/slip.tsx';
import { Tile } from './figures/tile.tsx';
import { Way, Ways } from './figures/way.tsx';
import { AmountField } from './form/amount-field.tsx';
import { Button, ButtonLink } from './form/button.tsx';
import { Check } from './form/check.tsx';
import { Chips } from './form/chips.tsx';
import { EnhancedForm, ProblemSlot } from './form/enhanced-form.tsx';
import { Field } from './form/field.tsx';
import { ImageGrid } from './form/image-grid.tsx';
import { OptionCards } from './form/option-cards.tsx';
import { Picks } from './form/picks.tsx';
import { RatingDialog, RatingForm } from './form/rating.tsx';
import { SelectField } from './form/select-field.tsx';
import { Stars } from './form/stars.tsx';
import { Tags } from './form/tags.tsx';
import { TextArea } from './form/text-area.tsx';
import { Banner } from './frame/banner.tsx';
import { Bar } from './frame/bar.tsx';
import { bankIcon, clockIcon, giveBackIcon, paperIcon } from './frame/icons.tsx';
import { LegalArticle } from './frame/legal-article.tsx';
import { FoldLine, LinkBand, LinkLine, LinkList, TextLine } from './frame/link-list.tsx';
import { Logo } from './frame/logo.tsx';
import { Pin } from './frame/pin.tsx';
import { ProductHead, ProductLine, ProductLogo } from './frame/product-head.tsx';
import { Scene, type SceneName } from './frame/scene.tsx';
import { SiteFrame } from './frame/site-frame.tsx';
import { SmallIcon } from './frame/small-icon.tsx';
import { Tabs } from './frame/tabs.tsx';
import { KitContext } from './kit-context.ts';
import { Dialog, DialogActions, DialogButton } from './notice/dialog.tsx';
import { EmptyState } from './notice/empty-state.tsx';
import { Note } from './notice/note.tsx';
import { ProblemNote } from './notice/problem-note.tsx';
import type { Tone } from './tone.ts';

const pictureCode =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="286" height="120" viewBox="0 0 9 3"%3E%3Cpath d="M0 0h2v3H0zM3 0h1v3H3zM6 0h3v3H6z"/%3E%3C/svg%3E';

/** Each component in its states, for its test and the gallery. */
export function examplesIn(language: Language): Readonly<Record<string, ReactNode>> {
  const say = (spanish: string, english: string) => (language === 'es' ? spanish : english);
  const rows = [
    { label: say('Intereses, 18 % anual', 'Interest, 18 % a year'), value: '$\u00a0184,93' },
    { label: say('Comisión', 'Fee'), value: '$\u00a0300,00' },
    { label: say('Costo total', 'Total cost'), value: '$\u00a0484,93', isTotal: true },
  ];

  const scaled = {
    received: { size: 500_000, label: say('Recibe', 'You receive'), amount: '$\u00a05.000,00' },
    repaid: { size: 556_252, label: say('Paga en total', 'You repay'), amount: '$\u00a05.562,52' },
    cost: { size: 56_252, label: say('Costo', 'Cost'), amount: '$\u00a0562,52' },
  };

  const stars = {
    legend: say('Estrellas: 1 es malo y 5 es excelente', 'Stars: 1 is poor and 5 is excellent'),
    names: [
      say('1 estrella', '1 star'),
      say('2 estrellas', '2 stars'),
      say('3 estrellas', '3 stars'),
      say('4 estrellas', '4 stars'),
      say('5 estrellas', '5 stars'),
    ],
    worst: say('Malo', 'Poor'),
    best: say('Excelente', 'Excellent'),
  } as const;

  const statuses: readonly (readonly [SceneName, Tone, string])[] = [
    ['rising', 'brand', say('En revisión', 'Under review')],
    ['climbing', 'brand', say('Estamos depositando', 'We are paying out')],
    ['resting', 'plain', say('Esta vez no pudimos prestarle', 'We could not lend to you this time')],
    ['on-its-way', 'brand', say('Su siguiente pago', 'Your next payment')],
    ['setting', 'warn', say('Pago atrasado 3 días', 'Payment 3 days late')],
    ['whole', 'ok', say('Préstamo pagado', 'Loan paid')],
    ['horizon', 'brand', say('Otro estado', 'Another state')],
  ];

  const problemText = {
    network: say('No hay conexión.', 'There is no connection.'),
    unreachable: say('No es su conexión.', 'It is not your connection.'),
    timeout: say('Tarda demasiado.', 'It takes too long.'),
    other: say('No se pudo.', 'It did not work.'),
  };

  const words = {
    back: say('Volver', 'Back'),
    copy: say('Copiar', 'Copy'),
    copied: say('Copiado', 'Copied'),
    notCopied: say('No se pudo copiar', 'Could not copy'),
    help: say('Ayuda', 'Help'),
    sending: say('Enviando', 'Sending'),
    problem: problemText,
  };

  const ratingText = {
    rateTitle: say('¿Cómo le fue?', 'How was it?'),
    rateLegend: stars.legend,
    worst: stars.worst,
    best: stars.best,
    sendRating: say('Enviar', 'Send'),
    notNow: say('Ahora no', 'Not now'),
    star1: stars.names[0],
    star2: stars.names[1],
    star3: stars.names[2],
    star4: stars.names[3],
    star5: stars.names[4],
    chooseStar: say('Elija una estrella.', 'Choose a star.'),
    close: say('Cerrar', 'Close'),
  };

  const examples: Readonly<Record<string, ReactNode>> = {
    bar: <Bar title={say('Pagar', 'Pay')} backLink="/order" helpLink="/customerService" />,
    banner: statuses.map(([scene, tone, title]) => (
      <Banner
        key={scene}
        scene={scene}
        tone={tone}
        title={title}
        description={say('Vence el 2026-12-20.', 'Due on 2026-12-20.')}
      />
    )),
    'amount hero': (
      <AmountHero
        label={say('Usted recibe', 'You receive')}
        amount={'$\u00a05.000,00'}
        note={say('En 4 pagos, durante 120 días.', 'In 4 payments, over 120 days.')}
      />
    ),
    'cost scale': (
      <>
        <CostScale {...scaled} />
        <CostScale {...scaled} repaid={null} cost={null} />
        <ExampleScale {...scaled} />
      </>
    ),
    rail: (
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
    'figure rows': (
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
    rows: <Rows rows={rows} />,
    plan: (
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
    fold: (
      <>
        <FoldedRest more={say('Ver todo', 'See all')} less={say('Ver menos', 'See less')}>
          <Rows rows={rows} />
        </FoldedRest>
        <Fold title={say('Comparar pagar y aplazar', 'Compare paying and postponing')}>
          <p>{say('Aquí quedan las dos opciones.', 'Both options stand here.')}</p>
        </Fold>
        <FoldAfter title={say('Cada pago', 'Each payment')}>
          <Rows rows={rows} />
        </FoldAfter>
      </>
    ),
    card: (
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
    'copyable text': <Copyable label={say('A nombre de', 'In the name of')} value="Llano Servicios" />,
    note: (['brand', 'plain', 'ok', 'warn', 'bad'] as const).map((tone) => (
      <Note key={tone} tone={tone} isAlert={tone === 'bad'}>
        {say('Pague solo con los datos de esta página.', 'Pay only with what this page shows.')}
      </Note>
    )),
    'problem note': (
      <ProblemNote
        problem={{ kind: 'network', message: '' }}
        text={{
          network: say('No hay conexión.', 'There is no connection.'),
          unreachable: say('No es su conexión.', 'It is not your connection.'),
          timeout: say('Tarda demasiado.', 'It takes too long.'),
          other: say('No se pudo.', 'It did not work.'),
        }}
      />
    ),
    field: (
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
    check: (
      <>
        <Check id="agree" name="agree" required defaultChecked>
          {say('Leí y acepto el contrato', 'I read and accept the agreement')}
        </Check>
        <Check id="agree-again" name="agree" required error="Marque la casilla.">
          {say('Leí y acepto el contrato', 'I read and accept the agreement')}
        </Check>
      </>
    ),
    stars: <Stars name="score" idPrefix="star-" text={stars} />,
    button: (['main', 'second', 'quiet', 'danger'] as const).map((kind) => (
      <Button key={kind} kind={kind} type="button">
        {say('Pagar', 'Pay')}
      </Button>
    )),
    pin: (
      <Pin above={<p>{say('Antes de pagar', 'Before you pay')}</p>}>
        <Button kind="second">{say('Aplazar', 'Postpone')}</Button>
        <Button>{say('Pagar', 'Pay')}</Button>
      </Pin>
    ),
    dialog: (
      <>
        <DialogButton dialogId="example">{say('Aplazar', 'Postpone')}</DialogButton>
        <Dialog
          id="example"
          title={say('Puede aplazar 7 días', 'You can postpone by 7 days')}
          closeLabel={say('Cerrar', 'Close')}
        >
          <p>{say('Aplazar le cuesta más.', 'Postponing costs you more.')}</p>
          <DialogActions>
            <DialogButton dialogId="example" command="close" kind="quiet">
              {say('Ahora no', 'Not now')}
            </DialogButton>
          </DialogActions>
        </Dialog>
      </>
    ),
    comparison: (
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
    'option cards': (
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
    picks: (
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
    chips: (
      <Chips
        name="amount"
        legend={say('Cuánto recibe', 'What you receive')}
        chips={['1000', '5000'].map((value) => ({ value, label: `$\u00a0${value}` }))}
        chosen="5000"
        error={say('Elija un monto.', 'Choose an amount.')}
      />
    ),
    'empty state': (
      <EmptyState
        scene={<Scene name="horizon" />}
        heading={say('Todavía no tiene quejas', 'You have no complaints yet')}
        line={say(
          'Cuando envíe una, aquí verá la respuesta.',
          'When you send one, you will see the answer here.',
        )}
      >
        <ButtonLink href="/complaint" kind="second">
          {say('Enviar una queja', 'Send a complaint')}
        </ButtonLink>
      </EmptyState>
    ),
    slip: (
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
    ways: (
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
    'product line': <ProductLine logo={null} name="Llano 120" />,
    tile: <Tile icon={bankIcon} />,
    'small icon': (
      <p>
        <SmallIcon path={clockIcon} /> {say('Quedan 2 h', '2 h left')}
      </p>
    ),
    'product head': (
      <>
        <ProductHead
          logo={null}
          name="Llano 120"
          note={say('Préstamo LL-2026-118204', 'Loan LL-2026-118204')}
        />
        <ProductHead logo="/logo.png" name="Llano 120" note="" />
        <ProductLogo logo={null} size={24} />
      </>
    ),
    'bar in two languages': (
      <KitContext
        value={{
          words,
          otherLanguage: {
            name: say('English', 'Español'),
            short: say('EN', 'ES'),
            locale: say('en-IN', 'es-MX'),
            link: '/repay?language=en',
            failed: say('No se pudo.', 'It did not work.'),
          },
        }}
      >
        <Bar title={say('Pagar', 'Pay')} titleAs="span" />
      </KitContext>
    ),
    links: (
      <>
        <BackLink href="/order" label={say('Volver', 'Back')}>
          ←
        </BackLink>
        <p>
          <CallLink telephone="+52 55 5000 1234" />
        </p>
      </>
    ),
    'card stack': (
      <CardStack>
        <Card
          icon={bankIcon}
          title={say('Pagar hoy', 'Pay today')}
          titleAs="h2"
          tag={say('Cuesta menos', 'Costs less')}
        >
          <Rows rows={rows} isDense />
          <Meter paidShare={0.4} />
          <CardFold title={say('Detalle', 'Details')}>
            <Rows rows={rows} />
          </CardFold>
        </Card>
      </CardStack>
    ),
    'amount field': (
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
        currency={null}
      />
    ),
    'select field': (
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
    'text area': (
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
    'enhanced form': (
      <EnhancedForm>
        <ProblemSlot problem={{ kind: 'timeout', message: '' }} />
        <Button>{say('Enviar', 'Send')}</Button>
      </EnhancedForm>
    ),
    rating: (
      <>
        <DialogButton dialogId="rate">{say('Calificar', 'Rate')}</DialogButton>
        <RatingDialog text={ratingText} answer={undefined} />
        <RatingForm text={ratingText} answer={{ starError: ratingText.chooseStar }} />
      </>
    ),
    tags: (
      <Tags tags={[say('Cobranza', 'Collection'), say('Abierta', 'Open')]} tone="warn">
        <a href="/complaint">{say('Cambiar', 'Change')}</a>
      </Tags>
    ),
    'image grid': (
      <ImageGrid
        images={['/logo.png']}
        label={say('Imágenes', 'Images')}
        nameOf={(number) => `${say('Imagen', 'Image')} ${number}`}
      />
    ),
    'link list': (
      <LinkList>
        <LinkLine href="/order">{say('Su préstamo', 'Your loan')}</LinkLine>
        <LinkLine href="/repay" mark={say('Elegido', 'Chosen')}>
          {say('Pagar', 'Pay')}
        </LinkLine>
        <FoldLine title={say('Cargos', 'Charges')} isOpen>
          <p>{say('Ninguno.', 'None.')}</p>
        </FoldLine>
        <LinkLine icon={bankIcon} href="/bank">
          {say('Cuenta', 'Account')}
        </LinkLine>
        <TextLine icon={paperIcon}>
          {say('Cupones', 'Coupons')} <b>1</b>
        </TextLine>
        <FoldLine icon={paperIcon} title={say('Carátula', 'Cover sheet')} note="2026-11-23" id="paper">
          <Rows rows={rows} />
        </FoldLine>
      </LinkList>
    ),
    'link band': (
      <LinkBand>
        <LinkLine icon={paperIcon} href="/help" isHeavy>
          {say('No puedo pagar: hablemos', 'Cannot pay? Let us talk')}
        </LinkLine>
        <LinkLine icon={paperIcon} href="/charges" note={say('hasta 27 dic', 'until 27 Dec')}>
          {say('Recargo en revisión', 'Penalty under review')}
        </LinkLine>
      </LinkBand>
    ),
    logo: <Logo name="Llano" link="/" />,
    tabs: (
      <Tabs
        label={say('Quejas', 'Complaints')}
        tabs={[
          { title: say('Nueva', 'New'), link: '/complaint', isCurrent: true },
          { title: say('Enviadas', 'Sent'), link: '/complaint?tab=sent', isCurrent: false },
        ]}
      />
    ),
    'legal article': (
      <LegalArticle
        title={say('Privacidad', 'Privacy')}
        text={{ edition: say('Versión 2026-11', 'Version 2026-11'), contents: say('Contenido', 'Contents') }}
        document={{
          id: 'privacy-notice',
          language,
          version: '2026-11',
          effectiveDate: localDate('2026-11-20'),
          title: say('Privacidad', 'Privacy'),
          summary: say('Qué datos usamos.', 'Which data we use.'),
          sections: [
            {
              id: 'data',
              heading: say('Sus datos', 'Your data'),
              blocks: [
                { kind: 'paragraph', text: say('Solo los del préstamo.', 'Those of the loan alone.') },
                { kind: 'list', items: [say('Celular', 'Mobile phone'), say('Cuenta', 'Account')] },
                { kind: 'facts', facts: [{ name: say('Correo', 'Email'), value: 'hola@llano.example' }] },
              ],
            },
          ],
        }}
      />
    ),
    'site frame': (
      <SiteFrame
        frame={{
          appName: 'Llano',
          homeLink: '/',
          menu: say('Menú', 'Menu'),
          mainNavigation: say('Sitio', 'Site'),
          footerNavigation: say('Pie', 'Footer'),
          navigation: [{ label: say('Inicio', 'Home'), link: '/', isCurrent: true }],
          contact: { label: say('Contacto', 'Contact'), link: '/contact', isCurrent: false },
          otherLanguage: {
            label: say('English', 'Español'),
            link: '/?language=en',
            locale: say('en-IN', 'es-MX'),
          },
          telephone: { label: say('Teléfono', 'Telephone'), value: '+52 55 5000 1234' },
          email: { label: say('Correo', 'Email'), value: 'hola@llano.example' },
          advice: say('Compare antes de firmar.', 'Compare before you sign.'),
        }}
      >
        <section>
          <h1>Llano</h1>
        </section>
      </SiteFrame>
    ),
  };
  return Object.fromEntries(
    Object.entries(examples).map(([name, example]) => [
      name,
      <KitContext key={name} value={{ words, otherLanguage: null }}>
        {example}
      </KitContext>,
    ]),
  );
}
