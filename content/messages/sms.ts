import { textPack } from '../text-pack.ts';

/** Text messages, short enough for one part of 70 characters. Amounts come ready to show. */
export const smsText = textPack({
  es: {
    cardPaymentCode: 'Su código para pagar {amount} es {code}. No lo comparta.',
  },
  en: {
    cardPaymentCode: 'Your code to pay {amount} is {code}. Share it with no one.',
  },
});
