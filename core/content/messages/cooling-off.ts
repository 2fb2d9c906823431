import { textPack } from '../text-pack.ts';

/** Returning a loan in the cooling-off period. */
export const coolingOffText = textPack({
  es: {
    heading: 'Si cambió de opinión',
    line: 'Hasta el {date} puede devolver este préstamo, sin dar razones. No paga comisión ni recargo.',
    received: 'Recibió',
    interest: 'Intereses hasta hoy',
    tax: '{tax} de los intereses',
    alreadyPaid: 'Ya pagó',
    total: 'Para devolverlo hoy',
    pay: 'Pague {amount} hoy. Mañana será un poco más, por los intereses de un día.',
    payLastDay: 'Pague {amount} hoy: es el último día en que puede devolverlo.',
    payAmount: 'Devolver {amount}',
    paid: 'Ya recibimos lo necesario para devolverlo.',
    tell: 'Díganos que lo devuelve',
    end: 'Cerramos el préstamo, quitamos los demás cargos y le damos su carta de que no debe nada.',
  },
  en: {
    heading: 'If you changed your mind',
    line: 'Until {date} you can give this loan back without giving reasons. You pay no fee and no penalty.',
    received: 'You received',
    interest: 'Interest until today',
    tax: '{tax} on the interest',
    alreadyPaid: 'You paid already',
    total: 'To give it back today',
    pay: 'Pay {amount} today. Tomorrow it is a little more, for the interest of a day.',
    payLastDay: 'Pay {amount} today: it is the last day on which you can give it back.',
    payAmount: 'Give back {amount}',
    paid: 'We have received what it takes to give it back.',
    tell: 'Tell us that you are giving it back',
    end: 'We close the loan, take off every other charge and give you your letter that nothing is owed.',
  },
});
