import { textPack } from '../text-pack.ts';

/** An extension and its price, wherever offered. Amounts and dates are formatted. */
export const extensionOfferText = textPack({
  es: {
    todayIs: 'Hoy {amount} = {parts}.',
    todayToExtend: 'Hoy {amount} por aplazar.',
    penaltyPart: 'recargo pendiente',
    extendPart: 'aplazar',
    paymentPart: 'pago',
    owedAfter: 'Después debe {amount} el {date}. En total paga {total}.',
    noMorePenaltyUntil: 'Sin más recargo hasta el {date}.',
    noPenaltyUntil: 'Sin recargo hasta el {date}.',
    feeTitleDaysOne: 'Pague hoy para aplazar 1 día',
    feeTitle: 'Pague hoy para aplazar {days} días',
    feeTitleOnTimeDaysOne: 'Pague para aplazar 1 día',
    feeTitleOnTime: 'Pague para aplazar {days} días',
    planPayment: '{Payment} {sequence} de {count}',
    planPaymentMoved: '{Payment} {sequence} de {count}, aplazado',
    noteOverdue:
      'Este monto vale si paga hoy, {today}. Mañana suma el recargo de otro día. La fecha cambia cuando llega el pago completo; si llega menos, se abona a su deuda y la fecha no cambia.',
    noteStandingStill:
      'Este monto vale si paga hoy, {today}. Por ahora no suma más recargo. La fecha cambia cuando llega el pago completo; si llega menos, se abona a su deuda y la fecha no cambia.',
    noteDue:
      'Puede pagarlo hasta el {dueDate}. La fecha cambia cuando llega el pago completo; si llega menos, se abona a su deuda y la fecha no cambia.',
    noticeInEffect: 'Su {payment} se aplazó del {from} al {to}.',
    noticeLapsed:
      'Recibimos {amount} para aplazar, pero no alcanzó o llegó tarde. Lo abonamos a su deuda y la fecha no cambió.',
    noticeDeclined: 'Su banco rechazó el pago con tarjeta de {amount}. No se cobró nada.',
    noticeCreditRefused:
      'No tomamos el pago de {amount}: la tarjeta es de crédito y su préstamo no se paga con una. Si su banco muestra el cargo, se lo devolvemos.',
  },
  en: {
    todayIs: 'Today {amount} = {parts}.',
    todayToExtend: 'Today {amount} to extend.',
    penaltyPart: 'outstanding penalty',
    extendPart: 'extension',
    paymentPart: 'payment',
    owedAfter: 'You then owe {amount} on {date}. You pay {total} in total.',
    noMorePenaltyUntil: 'No more penalty until {date}.',
    noPenaltyUntil: 'No penalty until {date}.',
    feeTitleDaysOne: 'Pay today to extend by 1 day',
    feeTitle: 'Pay today to extend by {days} days',
    feeTitleOnTimeDaysOne: 'Pay to extend by 1 day',
    feeTitleOnTime: 'Pay to extend by {days} days',
    planPayment: '{Payment} {sequence} of {count}',
    planPaymentMoved: '{Payment} {sequence} of {count}, extended',
    noteOverdue:
      'This amount holds if you pay today, {today}. Tomorrow the penalty of another day is added. The date changes when the full payment arrives; if less arrives, it goes towards your debt and the date stays.',
    noteStandingStill:
      'This amount holds if you pay today, {today}. For now no more penalty is added. The date changes when the full payment arrives; if less arrives, it goes towards your debt and the date stays.',
    noteDue:
      'You can pay it until {dueDate}. The date changes when the full payment arrives; if less arrives, it goes towards your debt and the date stays.',
    noticeInEffect: 'Your {payment} was extended from {from} to {to}.',
    noticeLapsed:
      'We received {amount} to extend, but it was too little or came too late. It went towards your debt and the date did not change.',
    noticeDeclined: 'Your bank declined the card payment of {amount}. Nothing was charged.',
    noticeCreditRefused:
      'We did not take the payment of {amount}: it was with a credit card, and your loan cannot be paid with one. If your bank shows the charge, it goes back to you.',
  },
});
