import type { MarketWords } from '#markets/definition.ts';

const es = {
  taxName: 'TZ',
  planParts: 'Capital + intereses, comisión y TZ',
  charges: 'Intereses, comisión y TZ',
  payment: 'pago',
  payments: 'pagos',
  disbursal: 'Depósito',
  paper: 'Hoja del préstamo',
  acceptedPaper: '',
  paperWarning: '',
  summary: '{appName} presta a plazos de {minimumTermDays} a {maximumTermDays}.',
  waysToPay: 'Por transferencia o en efectivo. Puede aplazar un pago hasta {maximumExtensionDays}.',
  trackingKey: 'Número de operación',
  transferKey: 'Número de operación',
  complaintUnit: 'Escriba a nuestra oficina de quejas',
  complaintUnitNote: 'Tiene {answerDays} días para responderle.',
  regulator: 'Acuda al Supervisor de Zeta',
  regulatorNote: 'Es gratis, hasta {within} semanas después.',
  bureauAuthorisation: '',
  applicant: 'Vive en Zeta.',
  location: 'No le pedimos su ubicación.',
  locationRefusal: '',
  dataRights: 'Sus derechos sobre sus datos',
  dataAuthority: 'Puede acudir a la Autoridad de Datos de Zeta.',
} as const satisfies MarketWords;

const en = {
  taxName: 'ZT',
  planParts: 'Principal + interest, fee and ZT',
  charges: 'Interest, fee and ZT',
  payment: 'payment',
  payments: 'payments',
  disbursal: 'Deposit',
  paper: 'Loan sheet',
  acceptedPaper: '',
  paperWarning: '',
  summary: '{appName} lends for terms of {minimumTermDays} to {maximumTermDays}.',
  waysToPay: 'By transfer or in cash. You can extend a payment by up to {maximumExtensionDays}.',
  trackingKey: 'Transaction number',
  transferKey: 'Transaction number',
  complaintUnit: 'Write to our complaints office',
  complaintUnitNote: 'It has {answerDays} days to answer you.',
  regulator: 'Go to the Supervisor of Zed',
  regulatorNote: 'It is free, up to {within} weeks after.',
  bureauAuthorisation: '',
  applicant: 'You live in Zed.',
  location: 'We do not ask for your location.',
  locationRefusal: '',
  dataRights: 'Your rights over your data',
  dataAuthority: 'You can turn to the Data Authority of Zed.',
} as const satisfies MarketWords;

const { taxName: _taxName, ...withoutTaxName } = en;
// @ts-expect-error A language pack that lacks a text is a type error.
void (withoutTaxName satisfies MarketWords);

/** The words the made-up market has of its own, by language. */
export const wordsOfZed = { es, en };
