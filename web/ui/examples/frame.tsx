import { localDate } from '#domain/calendar.ts';
import { BackLink, CallLink } from '#ui/bridge/links.tsx';
import { Rows } from '#ui/figures/rows.tsx';
import { Button } from '#ui/form/button.tsx';
import { Banner } from '#ui/frame/banner.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { bankIcon, clockIcon, paperIcon } from '#ui/frame/icons.tsx';
import { LegalArticle } from '#ui/frame/legal-article.tsx';
import { FoldLine, LinkBand, LinkLine, LinkList, TextLine } from '#ui/frame/link-list.tsx';
import { Logo } from '#ui/frame/logo.tsx';
import { Pin } from '#ui/frame/pin.tsx';
import { ProductHead, ProductLine, ProductLogo } from '#ui/frame/product-head.tsx';
import type { SceneName } from '#ui/frame/scene.tsx';
import { SiteFrame } from '#ui/frame/site-frame.tsx';
import { SmallIcon } from '#ui/frame/small-icon.tsx';
import { Tabs } from '#ui/frame/tabs.tsx';
import { KitContext } from '#ui/kit-context.ts';
import type { Tone } from '#ui/tone.ts';
import { type Examples, exampleRows, kitWords, type Say } from './say.ts';

const statuses = (say: Say): readonly (readonly [SceneName, Tone, string])[] => [
  ['rising', 'brand', say('En revisión', 'Under review')],
  ['climbing', 'brand', say('Estamos depositando', 'We are paying out')],
  ['resting', 'plain', say('Esta vez no pudimos prestarle', 'We could not lend to you this time')],
  ['on-its-way', 'brand', say('Su siguiente pago', 'Your next payment')],
  ['setting', 'warn', say('Pago atrasado 3 días', 'Payment 3 days late')],
  ['whole', 'ok', say('Préstamo pagado', 'Loan paid')],
  ['horizon', 'brand', say('Otro estado', 'Another state')],
];

export const frameExamples: Examples = {
  bar: (say) => <Bar title={say('Pagar', 'Pay')} backLink="/order" helpLink="/customerService" />,
  banner: (say) =>
    statuses(say).map(([scene, tone, title]) => (
      <Banner
        key={scene}
        scene={scene}
        tone={tone}
        title={title}
        description={say('Vence el 2026-12-20.', 'Due on 2026-12-20.')}
      />
    )),
  'bar in two languages': (say) => (
    <KitContext
      value={{
        words: kitWords(say),
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
  pin: (say) => (
    <Pin above={<p>{say('Antes de pagar', 'Before you pay')}</p>}>
      <Button kind="second">{say('Aplazar', 'Postpone')}</Button>
      <Button>{say('Pagar', 'Pay')}</Button>
    </Pin>
  ),
  'product line': () => <ProductLine logo={null} name="Llano 120" />,
  'product head': (say) => (
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
  'small icon': (say) => (
    <p>
      <SmallIcon path={clockIcon} /> {say('Quedan 2 h', '2 h left')}
    </p>
  ),
  links: (say) => (
    <>
      <BackLink href="/order" label={say('Volver', 'Back')}>
        ←
      </BackLink>
      <p>
        <CallLink telephone="+52 55 5000 1234" />
      </p>
    </>
  ),
  'link list': (say) => (
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
        <Rows rows={exampleRows(say)} />
      </FoldLine>
    </LinkList>
  ),
  'link band': (say) => (
    <LinkBand>
      <LinkLine icon={paperIcon} href="/help" isHeavy>
        {say('No puedo pagar: hablemos', 'Cannot pay? Let us talk')}
      </LinkLine>
      <LinkLine icon={paperIcon} href="/charges" note={say('hasta 27 dic', 'until 27 Dec')}>
        {say('Recargo en revisión', 'Penalty under review')}
      </LinkLine>
    </LinkBand>
  ),
  logo: () => <Logo name="Llano" link="/" />,
  tabs: (say) => (
    <Tabs
      label={say('Quejas', 'Complaints')}
      tabs={[
        { title: say('Nueva', 'New'), link: '/complaint', isCurrent: true },
        { title: say('Enviadas', 'Sent'), link: '/complaint?tab=sent', isCurrent: false },
      ]}
    />
  ),
  'legal article': (say) => (
    <LegalArticle
      title={say('Privacidad', 'Privacy')}
      text={{ edition: say('Versión 2026-11', 'Version 2026-11'), contents: say('Contenido', 'Contents') }}
      document={{
        id: 'privacy-notice',
        language: say('es', 'en') === 'es' ? 'es' : 'en',
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
  'site frame': (say) => (
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
