import { textPack } from '../text-pack.ts';

/** Shown in place of an extension that costs too much: its cost, and an invitation to talk. */
export const dearExtensionText = textPack({
  es: {
    title: 'Hablemos antes de aplazar',
    why: 'Aplazar {days} días le costaría {sum}. Es demasiado para lo que debe; por eso hoy no lo ofrecemos.',
    whyOneDay: 'Aplazar 1 día le costaría {sum}. Es demasiado para lo que debe; por eso hoy no lo ofrecemos.',
    sum: '{amount} = {parts}',
    penaltyPart: 'recargo pendiente',
    extendPart: 'aplazar',
    invitation: 'Podemos acordar otra forma de pagar. Hablar con nosotros no le cuesta nada.',
    talk: 'Hablar con nosotros',
  },
  en: {
    title: 'Let us talk before you extend',
    why: 'Extending by {days} days would cost you {sum}. That is too much for what you owe, so we do not offer it today.',
    whyOneDay:
      'Extending by 1 day would cost you {sum}. That is too much for what you owe, so we do not offer it today.',
    sum: '{amount} = {parts}',
    penaltyPart: 'outstanding penalty',
    extendPart: 'extension',
    invitation: 'We can agree on another way to pay. Talking to us costs you nothing.',
    talk: 'Talk to us',
  },
});
