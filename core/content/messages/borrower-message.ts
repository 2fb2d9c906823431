import type { Language } from '#domain/language.ts';
import { textPack } from '../text-pack.ts';

/** Texts of the lender for borrowers, by a name of its own; staff choose one and change nothing in it. */
export type LenderTexts = Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** What a text of the lender may contain in `{braces}`. */
export const lenderTextGaps = ['loan', 'appName', 'telephone'] as const;

/** The texts of a lender that sets none of its own. */
export const usualLenderTexts: LenderTexts = {
  'call-us': {
    es: 'Queremos hablar con usted sobre su préstamo {loan}. Llámenos al {telephone}.',
    en: 'We would like to talk to you about your loan {loan}. Please call us at {telephone}.',
  },
  'how-to-pay': {
    es: 'Para pagar su préstamo {loan}, abra {appName}, entre al préstamo y elija pagar. Ahí están el monto y todas las formas de pago.',
    en: 'To pay your loan {loan}, open {appName}, go to the loan and choose to pay. The amount and every way to pay are there.',
  },
  'send-proof': {
    es: 'Si ya pagó y su préstamo {loan} no lo muestra, avísenos desde ese préstamo en {appName} y adjunte su comprobante.',
    en: 'If you paid and your loan {loan} does not show it, tell us on that loan in {appName} and add your proof of payment.',
  },
  difficulty: {
    es: 'Si no puede pagar a tiempo su préstamo {loan}, llámenos al {telephone}. Buscamos con usted un plan que pueda pagar.',
    en: 'If you cannot pay your loan {loan} in time, call us at {telephone}. We will look with you for a plan that you can pay.',
  },
};

/** What a borrower reads of a message by staff. */
export const borrowerMessageText = textPack({
  es: {
    sentOn: 'Mensaje del {date}: {text}',
    reference: 'Para pagar su préstamo {loan}: {way}, {reference}. {note}',
    settlement: 'Saldo para liquidar su préstamo {loan} el {date}, en un documento.',
    openPaper: 'Abrir saldo para liquidar (PDF)',
  },
  en: {
    sentOn: 'Message of {date}: {text}',
    reference: 'To pay your loan {loan}: {way}, {reference}. {note}',
    settlement: 'Settlement quote of your loan {loan} for {date}, as a document.',
    openPaper: 'Open settlement quote (PDF)',
  },
});

/** The page of the desk that sends a message. */
export const deskMessageText = textPack({
  es: {
    title: 'Enviar un mensaje',
    line: 'Queda en la página del préstamo del cliente, y un SMS le avisa.',
    what: 'Qué se envía',
    referenceOf: '{way}: {label} {code}',
    settlementOf: 'Saldo para liquidar el {date}',
    preview: 'Ver el mensaje',
    asRead: 'Así lo recibe, en {language}',
    inApp: 'En la página de su préstamo',
    inSms: 'Por SMS a {phone}',
    noSms: 'Sin SMS: el cliente retiró su permiso. El mensaje solo queda en la página de su préstamo.',
    paper: 'Con el documento, que abre ahí:',
    hours: 'No es hora de contactarle.',
    often: 'Ya tiene {count} mensajes en 24 horas.',
    paused: 'El préstamo está en pausa.',
    named: 'Falta decirle quién le contacta.',
    toCollection: 'Ver en cobranza',
    nextAt: 'Se puede enviar el {time}.',
    askedFor: 'La persona pide recibirlo ahora',
    sendNow: 'Enviar ahora',
    sendAt: 'Enviar el {time}',
    changed: 'No se envió: cambió desde que lo vio. Revíselo y envíelo otra vez.',
    waiting: 'Por enviar',
    leavesAt: 'Se envía el {time}',
    stop: 'No enviar',
    es: 'español',
    en: 'inglés',
  },
  en: {
    title: 'Send a message',
    line: "It stays on the borrower's loan page, and an SMS says that it is there.",
    what: 'What to send',
    referenceOf: '{way}: {label} {code}',
    settlementOf: 'Settlement quote for {date}',
    preview: 'See the message',
    asRead: 'As they get it, in {language}',
    inApp: 'On their loan page',
    inSms: 'By SMS to {phone}',
    noSms: 'No SMS: the borrower withdrew consent. The message stays on their loan page only.',
    paper: 'With the document, which they open there:',
    hours: 'It is not the hour to contact them.',
    often: 'They already have {count} messages in 24 hours.',
    paused: 'The loan is paused.',
    named: 'They have to be told first who contacts them.',
    toCollection: 'See in collections',
    nextAt: 'It can be sent on {time}.',
    askedFor: 'They ask to get it now',
    sendNow: 'Send now',
    sendAt: 'Send on {time}',
    changed: 'Not sent: it changed since you saw it. Check it and send it again.',
    waiting: 'To be sent',
    leavesAt: 'Leaves on {time}',
    stop: 'Do not send',
    es: 'Spanish',
    en: 'English',
  },
});
