import { textPack } from '../text-pack.ts';

/** The amount that settles a loan on a chosen day, as a document for its borrower. */
export const settlementQuoteText = textPack({
  es: {
    title: 'Saldo para liquidar',
    madeOn: 'Fecha de este documento: {date}',
    settlesOn: 'Para liquidar su préstamo el {date}',
    byMidnight: 'Si el dinero llega ese día, antes de la medianoche{place}',
    number: 'Préstamo',
    borrower: 'A nombre de',
    madeOf: 'De qué se compone',
    total: 'Total para liquidar',
    saves: 'Al liquidar ese día deja de pagar {amount} de cargos de los días que no usa.',
    held: 'Su saldo a favor de {amount} ya está descontado.',
    validity: 'Para qué día vale',
    onlyThen: 'Vale solo para el {date}. Otro día el monto es otro.',
    nothingBetween: 'Supone que hasta ese día no hay pagos, cargos ni correcciones. Si los hay, pida otro.',
    notLess: 'Un pago menor no liquida el préstamo.',
    howToPay: 'Cómo pagar',
    inApp:
      'Ese día abra {appName}, vaya a su préstamo {number} y elija pagar. Si la página pide menos, elija «{everything}». Ahí están todas las formas de pago.',
  },
  en: {
    title: 'Settlement quote',
    madeOn: 'Date of this document: {date}',
    settlesOn: 'To settle your loan on {date}',
    byMidnight: 'If the money arrives on that day, before midnight{place}',
    number: 'Loan',
    borrower: 'Borrower',
    madeOf: 'What it is made of',
    total: 'Total to settle',
    saves: 'Settling on that day saves you {amount} of charges for days that you do not use.',
    held: 'Your credit of {amount} is already taken off.',
    validity: 'Validity',
    onlyThen: 'It is valid for {date} only. On another day the amount is different.',
    nothingBetween:
      'It assumes no payments, charges or corrections before that day. If there are any, ask for a new one.',
    notLess: 'A smaller payment does not settle the loan.',
    howToPay: 'How to pay',
    inApp:
      'On that day open {appName}, go to your loan {number} and choose to pay. If the page asks for less, choose “{everything}”. Every way to pay is there.',
  },
});

/** The page of the desk that makes this document. */
export const deskSettlementText = textPack({
  es: {
    send: 'Enviar al cliente',
    title: 'Saldo para liquidar otro día',
    line: 'Lo que la página de pago pedirá ese día si antes no pasa nada.',
    day: 'Día en que llega el dinero',
    days: 'Del {from} al {until}',
    wrongDay: 'Elija un día del {from} al {until}.',
    calculate: 'Calcular',
    toSettle: 'Para liquidar el {day}',
    saves: 'Deja de pagar si liquida ese día',
    held: 'Saldo a favor, ya descontado',
    noFigure: 'Este préstamo no tiene nada por liquidar.',
    savePdf: 'Guardar PDF (queda registrado)',
    inLanguage: 'El PDF está en {language}, el idioma del cliente, y lleva su nombre.',
    es: 'español',
    en: 'inglés',
  },
  en: {
    send: 'Send to the borrower',
    title: 'Settlement quote for another day',
    line: 'What the repay page will ask for on that day if nothing happens before.',
    day: 'Day the money arrives',
    days: 'From {from} to {until}',
    wrongDay: 'Choose a day from {from} to {until}.',
    calculate: 'Calculate',
    toSettle: 'To settle on {day}',
    saves: 'Saved by settling then',
    held: 'Credit on the loan, already taken off',
    noFigure: 'Nothing can be settled on this loan.',
    savePdf: 'Save PDF (logged)',
    inLanguage: "The PDF is in {language}, the borrower's language, and has their name.",
    es: 'Spanish',
    en: 'English',
  },
});
