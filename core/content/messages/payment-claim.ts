import { textPack } from '../text-pack.ts';

/** Payment claims and their answers. */
export const paymentClaimText = textPack({
  es: {
    title: 'Ya pagué',
    intro: 'Lo buscamos. Si en 24 horas no aparece, abrimos una queja por usted.',
    amount: 'Cuánto pagó',
    amountHint: 'Por ejemplo {example}.',
    notAnAmount: 'Escriba el monto en números, como {example}.',
    day: 'Qué día pagó',
    dayWrong: 'Elija el día en que pagó: hoy o antes, y no antes de recibir el préstamo.',
    channel: 'Cómo pagó',
    'bank-transfer': 'Transferencia',
    'virtual-account': 'Transferencia',
    store: 'Efectivo en tienda',
    upi: 'UPI',
    card: 'Tarjeta',
    other: 'De otra forma',
    keyHint: 'Viene en su comprobante o ticket.',
    photo: 'Foto del comprobante',
    photoHint: 'Con la clave o la foto basta.',
    photoTaken: 'Ya tenemos su foto. Si elige otra, la cambiamos.',
    proofMissing: 'Escriba la clave o agregue una foto: con una de las dos lo buscamos.',
    another: 'Avisar de otro pago',
    seeLoan: 'Ver mi préstamo',
    send: 'Avisar que pagué',
    waiting:
      'Nos avisó que pagó {amount} el {day}. Lo estamos buscando: le respondemos a más tardar el {time}.',
    paused: 'Mientras lo buscamos no le sumamos recargo.',
    noPayAgain: 'No pague otra vez.',
    complained:
      'Nos avisó que pagó {amount} el {day} y no lo encontramos en 24 horas. Abrimos por usted la queja {folio}, con lo que nos envió.',
    complainedPlain:
      'Nos avisó que pagó {amount} el {day} y no lo encontramos en 24 horas. Abrimos una queja por usted, con lo que nos envió.',
    seeComplaint: 'Ver la queja',
    notFound: 'Buscamos su pago de {amount} del {day} y no llegó.',
    notFoundNext:
      'Si tiene otro comprobante, envíelo en “Ya pagué”. Si no está de acuerdo, presente una queja.',
    complain: 'Presentar una queja',
    found: 'Encontramos el pago de {amount} que nos avisó. Ya está en su cuenta.',
  },
  en: {
    title: 'I have already paid',
    intro: 'We will look for it. If it is not there in 24 hours, we open a complaint for you.',
    amount: 'How much you paid',
    amountHint: 'For example {example}.',
    notAnAmount: 'Enter the amount in figures, such as {example}.',
    day: 'Which day you paid',
    dayWrong: 'Choose the day you paid: today or before, and not before you received the loan.',
    channel: 'How you paid',
    'bank-transfer': 'Bank transfer',
    'virtual-account': 'Bank transfer',
    store: 'Cash at a store',
    upi: 'UPI',
    card: 'Card',
    other: 'Another way',
    keyHint: 'It is on your receipt.',
    photo: 'Photo of the receipt',
    photoHint: 'The number or this is enough.',
    photoTaken: 'We have your photo. Choose another one to replace it.',
    proofMissing: 'Enter the number or add a photo: with one of them we can look for it.',
    another: 'Tell us about another payment',
    seeLoan: 'See my loan',
    send: 'Tell us you paid',
    waiting: 'You told us that you paid {amount} on {day}. We are looking for it and will answer by {time}.',
    paused: 'No penalty is added while we look.',
    noPayAgain: 'Do not pay again.',
    complained:
      'You told us that you paid {amount} on {day}, and we did not find it in 24 hours. We opened complaint {folio} for you, with what you sent us.',
    complainedPlain:
      'You told us that you paid {amount} on {day}, and we did not find it in 24 hours. We opened a complaint for you, with what you sent us.',
    seeComplaint: 'See the complaint',
    notFound: 'We looked for your payment of {amount} of {day}, and it has not arrived.',
    notFoundNext:
      'If you have another receipt, send it under “I paid”. If you do not agree, file a complaint.',
    complain: 'File a complaint',
    found: 'We found the payment of {amount} that you told us about. It is on your account.',
  },
});

/** Complaint made from an unanswered payment claim: at most 200 characters with its figures. */
export const claimComplaintText = textPack({
  es: {
    words: 'Avisé que pagué {amount} el {day} y después de 24 horas mi pago no aparece.',
    key: 'Clave: {key}.',
  },
  en: {
    words: 'I said that I paid {amount} on {day}, and after 24 hours my payment is not there.',
    key: 'Reference: {key}.',
  },
});
