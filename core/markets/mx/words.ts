import type { MarketWords } from '../definition.ts';

const es = {
  taxName: 'IVA',
  planParts: 'Capital + intereses, comisión e IVA',
  charges: 'Intereses, comisión e IVA',
  payment: 'pago',
  payments: 'pagos',
  disbursal: 'Depósito',
  paper: 'Carátula',
  acceptedPaper: '',
  paperWarning:
    'Contratar créditos por arriba de su capacidad de pago puede afectar su patrimonio y su historial crediticio.',
  summary:
    '{appName} presta a plazos de {minimumTermDays} a {maximumTermDays}. Usted ve cada peso, cada fecha y qué pasa si se atrasa, y después decide.',
  waysToPay:
    'Por transferencia, con tarjeta o en efectivo. Si lo necesita, aplaza un pago hasta {maximumExtensionDays}.',
  trackingKey: 'Clave de rastreo o folio',
  transferKey: 'Clave de rastreo',
  complaintUnit: 'Escriba a nuestra Unidad Especializada (UNE)',
  complaintUnitNote: 'La UNE tiene {answerDays} días hábiles para responderle.',
  regulator: 'Acuda a la CONDUSEF',
  regulatorNote: 'Es gratis. Usted puede hacerlo hasta {within} años después de lo ocurrido.',
  // Ley para Regular las Sociedades de Información Crediticia, article 28, from general knowledge: express, in a section and with a signature
  // of its own, knowing nature and reach of the information, its use and that it may be consulted periodically; good for a year, and as
  // long as the legal relation lasts.
  bureauAuthorisation:
    'Autorizo a {lenderName} a consultar mi historial crediticio en {creditBureaus}. Conozco la naturaleza y el alcance de la información que le darán, el uso que hará de ella y que puede consultarla periódicamente. Esta autorización vale un año y mientras dure nuestra relación jurídica.',
  applicant: 'Vive en México.',
  location:
    'Usamos su ubicación solo si usted la permite en su celular. Sirve para saber desde dónde se pide el préstamo y evitar fraudes.',
  locationRefusal: 'Puede retirar el permiso cuando quiera en los ajustes de su celular.',
  dataRights: 'Sus derechos ARCO',
  // Ley Federal de Protección de Datos Personales en Posesión de los Particulares (2025).
  dataAuthority:
    'Si no está de acuerdo con nuestra respuesta, puede acudir a la Secretaría Anticorrupción y Buen Gobierno, que protege los datos personales en México.',
} as const satisfies MarketWords;

const en = {
  taxName: 'VAT',
  planParts: 'Principal + interest, fee and VAT',
  charges: 'Interest, fee and VAT',
  payment: 'payment',
  payments: 'payments',
  disbursal: 'Deposit',
  paper: 'Cover sheet',
  acceptedPaper: '',
  paperWarning: 'Borrowing more than you can pay back can harm what you own and your credit record.',
  summary:
    '{appName} lends for terms of {minimumTermDays} to {maximumTermDays}. You see every peso, every date and what happens if you are late, and then you decide.',
  waysToPay:
    'By transfer, card or in cash. If you need to, extend a payment by up to {maximumExtensionDays}.',
  trackingKey: 'Tracking number or receipt number',
  transferKey: 'Tracking number',
  complaintUnit: 'Write to our specialised unit (UNE)',
  complaintUnitNote: 'The UNE has {answerDays} working days to answer you.',
  regulator: 'Go to the CONDUSEF',
  regulatorNote: 'It is free. You can do so up to {within} years after what happened.',
  bureauAuthorisation:
    'I authorise {lenderName} to consult my credit record at {creditBureaus}. I know the nature and the extent of the information they give, the use it will make of it, and that it may consult it periodically. This authorisation is good for a year and for as long as our legal relationship lasts.',
  applicant: 'You live in Mexico.',
  location:
    'We use your location only if you allow it on your phone. It shows where the loan is asked for and helps to prevent fraud.',
  locationRefusal: 'You can withdraw the permission at any time in the settings of your phone.',
  dataRights: 'Your ARCO rights',
  dataAuthority:
    'If you do not agree with our answer, you can turn to the Secretaría Anticorrupción y Buen Gobierno, which protects personal data in Mexico.',
} as const satisfies MarketWords;

export const mexicanWords = { es, en };
