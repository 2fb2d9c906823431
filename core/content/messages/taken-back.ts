import { textPack } from '../text-pack.ts';

/** Reversed payments, failed refunds and reversed write-offs. */
export const takenBackText = textPack({
  es: {
    payment: 'Su pago de {amount} del {paid} se retiró el {time} y ya no cuenta.',
    owedAgain: 'Lo que cubría se debe otra vez.',
    extension: 'Se retiró el pago con el que aplazó. La fecha de su pago vuelve a ser el {date}.',
    refund:
      'La devolución de {amount} no llegó a usted. El dinero sigue a su favor: pídalo otra vez y revise con nosotros a qué cuenta.',
    writeOff:
      'Le dijimos que este préstamo ya no genera recargos. Desde el {date} los genera otra vez por cada día de atraso. Por los días de antes, en que no los generó, no se le cobra nada.',
  },
  en: {
    payment: 'Your payment of {amount} of {paid} was taken back on {time} and no longer counts.',
    owedAgain: 'What it covered is owed again.',
    extension: 'The payment that extended was taken back. The date of your payment is {date} again.',
    refund:
      'The refund of {amount} did not reach you. The money is still yours: ask for it again, and check with us which account it goes to.',
    writeOff:
      'We told you that this loan costs no further penalty. From {date} on it does again, for each day late. For the days before, on which it cost none, you are charged nothing.',
  },
});
