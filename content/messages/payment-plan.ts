import { textPack } from '../text-pack.ts';

/** What is said instead of an extension that costs too much: its cost, an invitation to talk and a plan to propose. */
export const paymentPlanText = textPack({
  es: {
    title: 'Hablemos antes de posponer',
    why: 'Posponer {days} días le costaría {sum}. Es demasiado para lo que debe; por eso hoy no lo ofrecemos.',
    whyOneDay:
      'Posponer 1 día le costaría {sum}. Es demasiado para lo que debe; por eso hoy no lo ofrecemos.',
    sum: '{amount} = {parts}',
    penaltyPart: 'recargo',
    extendPart: 'posponer',
    invitation: 'Podemos acordar otra forma de pagar. Hablar con nosotros no le cuesta nada.',
    talk: 'Hablar con nosotros',
    planTitle: 'Un plan para proponernos',
    planLine: 'Así quedaría lo que toca pagar ahora, {amount}, en {count} partes:',
    duePart: 'parte',
    scheduled: 'pago de esa fecha',
    proposal:
      'Es una propuesta: vale cuando la acordemos hablando. Mientras tanto el recargo sigue como dice su contrato, y puede pagar lo que quiera cuando quiera.',
  },
  en: {
    title: 'Let us talk before you extend',
    why: 'Extending by {days} days would cost you {sum}. That is too much for what you owe, so we do not offer it today.',
    whyOneDay:
      'Extending by 1 day would cost you {sum}. That is too much for what you owe, so we do not offer it today.',
    sum: '{amount} = {parts}',
    penaltyPart: 'penalty',
    extendPart: 'extension',
    invitation: 'We can agree on another way to pay. Talking to us costs you nothing.',
    talk: 'Talk to us',
    planTitle: 'A plan to propose to us',
    planLine: 'What is due now, {amount}, would be split into {count} parts:',
    duePart: 'part',
    scheduled: 'payment of that date',
    proposal:
      'This is a proposal: it holds once we have agreed on it in a talk. Until then the penalty goes on as your agreement says, and you can pay what you want when you want.',
  },
});
