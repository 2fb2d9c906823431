import { textPack } from '../text-pack.ts';

/** Why an application was declined, and what the borrower can do. */
export const declineText = textPack({
  es: {
    affordability: 'Con sus ingresos y sus gastos de hoy, los pagos de este préstamo quedarían muy justos.',
    income:
      'No pudimos comprobar sus ingresos. Tenga a la mano un comprobante reciente cuando vuelva a pedir.',
    'credit-record':
      'Tomamos en cuenta su historial de crédito. Pida su reporte y revise que sea correcto: puede reclamar lo que no sea suyo.',
    'open-debt': 'Tiene otros préstamos por pagar. Cuando termine alguno puede volver a pedir.',
    identity:
      'No pudimos confirmar su identidad con los datos y la foto que envió. Revise que estén completos y claros.',
    'incomplete-data': 'Faltaron datos en su solicitud. Complételos cuando vuelva a pedir.',
    account: 'No pudimos confirmar la cuenta donde recibiría el préstamo. Revise que esté a su nombre.',
    unsaid: 'Si quiere saber por qué, pregúntenos: le decimos qué tomamos en cuenta.',
    ask: 'Si cree que hay un error, díganoslo.',
    complain: 'Presentar una queja',
  },
  en: {
    affordability: 'With your income and expenses of today, the payments of this loan would be too tight.',
    income: 'We could not confirm your income. Have a recent proof of it at hand when you ask again.',
    'credit-record':
      'We took your credit record into account. Ask for your report and check that it is right: you can dispute what is not yours.',
    'open-debt': 'You have other loans to repay. Once one of them is paid you can ask again.',
    identity:
      'We could not confirm your identity with the details and the photo you sent. Check that they are complete and clear.',
    'incomplete-data': 'Some details were missing in your application. Complete them when you ask again.',
    account:
      'We could not confirm the account that the loan would be paid into. Check that it is in your name.',
    unsaid: 'If you want to know why, ask us: we tell you what we took into account.',
    ask: 'If you think there is a mistake, tell us.',
    complain: 'File a complaint',
  },
});
