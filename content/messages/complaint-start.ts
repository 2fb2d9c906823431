import { textPack } from '../text-pack.ts';

/** Start of a complaint (COMP-1). */
export const complaintStartText = textPack({
  es: {
    title: 'Poner una queja',
    mine: 'Mis quejas',
    home: 'Ir al inicio',
    filed: 'Recibimos su queja.',
    folio: 'Folio {folio}',
    keepFolio: 'Guarde el folio para preguntar por ella. También está en Mis quejas.',
    orderHeading: '¿Sobre qué préstamo?',
    all: 'Todos',
    noOrder: 'Ninguno en particular',
    chosen: 'Elegido',
    typeHeading: '¿Qué pasó?',
    unsupported: 'El préstamo elegido no admite quejas de cobranza.',
    elsewhere: 'Cuéntelo a atención a clientes, por teléfono o por correo:',
    reportAnyway: 'Presentar la queja sin elegir préstamo',
    service: 'Atención a clientes',
  },
  en: {
    title: 'File a complaint',
    mine: 'My complaints',
    home: 'Go to the start',
    filed: 'We received your complaint.',
    folio: 'Number {folio}',
    keepFolio: 'Keep the number to ask about it. It is also under My complaints.',
    orderHeading: 'Which loan is it about?',
    all: 'All',
    noOrder: 'None in particular',
    chosen: 'Chosen',
    typeHeading: 'What happened?',
    unsupported: 'The selected order does not support sending collection types',
    elsewhere: 'Tell customer service, by telephone or e-mail:',
    reportAnyway: 'File the complaint without choosing a loan',
    service: 'Customer service',
  },
});
