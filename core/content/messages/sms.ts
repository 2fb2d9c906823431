import { textPack } from '../text-pack.ts';

/** SMS; those with a code fit one part of 70 characters. Amounts and days are formatted. */
export const smsText = textPack({
  es: {
    reminderBefore:
      '{appName}: su pago de {amount} vence el {date}. Para pagar, abra la app y vaya a su préstamo {loan}.',
    reminderAfter:
      '{appName}: su pago venció el {date}. Hoy debe {amount}. Para pagar, abra la app y vaya a su préstamo {loan}.',
    message: '{appName}: tiene un mensaje sobre su préstamo {loan}. Léalo en la app, en ese préstamo.',
    reference: '{appName}: para pagar su préstamo {loan}: {reference}. Vea en la app cuánto pagar.',
    phoneCode: '{code} es su código para confirmar este celular en {appName}.',
    phoneNotice:
      '{appName}: el celular de su cuenta cambia el {date}. Si usted no lo pidió, entre aquí: {link}',
    cardPaymentCode: 'Su código para pagar {amount} es {code}. No lo comparta.',
  },
  en: {
    reminderBefore:
      '{appName}: your payment of {amount} is due on {date}. To pay, open the app and go to your loan {loan}.',
    reminderAfter:
      '{appName}: your payment was due on {date}. Today {amount} is due. To pay, open the app and go to your loan {loan}.',
    message: '{appName}: you have a message about your loan {loan}. Read it in the app, on that loan.',
    reference: '{appName}: to pay your loan {loan}: {reference}. See in the app how much to pay.',
    phoneCode: '{code} is your code to confirm this number at {appName}.',
    phoneNotice:
      '{appName}: the mobile number of your account changes on {date}. If it was not you, open: {link}',
    cardPaymentCode: 'Your code to pay {amount} is {code}. Share it with no one.',
  },
});
