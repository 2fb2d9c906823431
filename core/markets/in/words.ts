import type { MarketWords } from '../definition.ts';

const es = {
  taxName: 'GST',
  planParts: 'Capital + intereses, comisión y GST',
  charges: 'Intereses, comisión y GST',
  payment: 'pago',
  payments: 'pagos',
  disbursal: 'Desembolso',
  paper: 'Datos clave (KFS)',
  acceptedPaper: 'KFS',
  paperWarning: '',
  summary:
    '{appName} presta a plazos de {minimumTermDays} a {maximumTermDays}. Usted ve cada rupia, cada fecha y qué pasa si se atrasa, y después decide.',
  waysToPay:
    'Por transferencia, UPI o con tarjeta. Si lo necesita, aplaza un pago hasta {maximumExtensionDays}.',
  trackingKey: 'UTR o número de operación',
  transferKey: 'UTR',
  complaintUnit: 'Escriba a nuestro responsable de quejas',
  complaintUnitNote: 'El responsable tiene {answerDays} días para responderle.',
  regulator: 'Acuda al Ombudsman del Banco de la Reserva de India (RBI)',
  regulatorNote:
    'Es gratis. Si no le respondieron en {answerDays} días o no está de acuerdo, usted tiene {within} días desde entonces.',
  bureauAuthorisation: '',
  applicant: 'Vive en India.',
  location: 'No le pedimos su ubicación.',
  locationRefusal: '',
  dataRights: 'Sus derechos sobre sus datos',
  dataAuthority:
    'Si no está de acuerdo con nuestra respuesta, puede acudir a la autoridad de protección de datos de su país.',
} as const satisfies MarketWords;

const en = {
  taxName: 'GST',
  planParts: 'Principal + interest, fee and GST',
  charges: 'Interest, fee and GST',
  payment: 'EMI',
  payments: 'EMIs',
  disbursal: 'Disbursal',
  paper: 'Key Facts Statement',
  acceptedPaper: 'KFS',
  paperWarning: '',
  summary:
    '{appName} lends for terms of {minimumTermDays} to {maximumTermDays}. You see every rupee, every date and what happens if you are late, and then you decide.',
  waysToPay: 'By transfer, UPI or card. If you need to, extend a payment by up to {maximumExtensionDays}.',
  trackingKey: 'UTR or transaction number',
  transferKey: 'UTR',
  complaintUnit: 'Write to our grievance redressal officer',
  complaintUnitNote: 'The officer has {answerDays} days to answer you.',
  regulator: 'Go to the Reserve Bank of India (RBI) Ombudsman',
  regulatorNote:
    'It is free. If you had no answer in {answerDays} days or do not agree with it, you have {within} days from then on.',
  bureauAuthorisation: '',
  applicant: 'You live in India.',
  location: 'We do not ask for your location.',
  locationRefusal: '',
  dataRights: 'Your rights over your data',
  dataAuthority:
    'If you do not agree with our answer, you can turn to the data protection authority of your country.',
} as const satisfies MarketWords;

export const indianWords = { es, en };
