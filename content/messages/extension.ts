import { textPack } from '../text-pack.ts';

/** The extension page, beside what it shares with repayment (DELAY-1 to DELAY-3). */
export const extensionText = textPack({
  es: {
    title: 'Aplazar',
    newDate: 'Nueva fecha: {date}',
    beforeChoosing: 'Antes de elegir',
    extend: 'Aplazar',
    payPart: 'Pagar una parte',
    payAll: 'Pagar hoy',
    today: 'Hoy',
    later: 'Después',
    inTotal: 'En total',
    partPaused: 'Mientras buscamos el pago que nos avisó no suma recargo. Después, lo que falte sí.',
    partStandingStill:
      'Pagar una parte está calculado como si el recargo siguiera. Por ahora, lo que falte no lo suma.',
    partOnceLate: 'Si paga solo una parte, lo que falte suma recargo si pasa su fecha.',
    partGrows: 'Si paga solo una parte, el recargo de lo que falta sigue creciendo cada día.',
    preferToPay: 'Prefiero pagar',
    afterwards: 'Así quedan sus pagos',
    howToExtend: 'Para aplazar, pague con estos datos',
    ownCodes: 'Son distintos de los de su pago.',
    onlyExtends: 'Lo que pague aquí aplaza; no salda el pago.',
    service: 'Ayuda',
    serviceMoves: 'Las flechas del teclado mueven este botón.',
  },
  en: {
    title: 'Extend',
    newDate: 'New date: {date}',
    beforeChoosing: 'Before you choose',
    extend: 'Extend',
    payPart: 'Pay a part',
    payAll: 'Pay today',
    today: 'Today',
    later: 'Later',
    inTotal: 'In total',
    partPaused:
      'While we look for the payment you told us of, no penalty is added. After that, what is left adds it.',
    partStandingStill:
      'Paying a part is worked out as if the penalty went on. For now, what is left adds none.',
    partOnceLate: 'If you pay only a part, the rest adds penalty once it is late.',
    partGrows: 'If you pay only a part, the penalty on the rest keeps growing every day.',
    preferToPay: 'I prefer to pay',
    afterwards: 'Your payments afterwards',
    howToExtend: 'To extend, pay with these details',
    ownCodes: 'They differ from those of your payment.',
    onlyExtends: 'What you pay here extends; it does not settle the payment.',
    service: 'Help',
    serviceMoves: 'The arrow keys move this button.',
  },
});
