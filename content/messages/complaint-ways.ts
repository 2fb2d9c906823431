import { textPack } from '../text-pack.ts';

/** Who hears a complaint, one after the other, with the time each has. */
export const complaintWaysText = textPack({
  es: {
    heading: 'Si algo sale mal',
    here: 'Ponga una queja aquí',
    hereNumber: 'Recibe un folio al enviarla.',
    hereNote: 'Vale también con pagos atrasados.',
    une: 'Escriba a nuestra Unidad Especializada (UNE)',
    officer: 'Escriba a nuestro responsable de quejas',
    uneNote: 'Tiene {days} días hábiles para responderle.',
    officerNote: 'Tiene {days} días para responderle.',
    condusef: 'Acuda a la CONDUSEF',
    condusefNote: 'Es gratis. Puede hacerlo hasta {years} años después de lo ocurrido.',
    ombudsman: 'Acuda al Ombudsman del Banco de la Reserva de India (RBI)',
    ombudsmanNote:
      'Es gratis. Si no le respondieron en {answerDays} días o no está de acuerdo, tiene {days} días desde entonces.',
  },
  en: {
    heading: 'If something goes wrong',
    here: 'Complain here',
    hereNumber: 'You get a number when you send it.',
    hereNote: 'You can also do so with late payments.',
    une: 'Write to our specialised unit (UNE)',
    officer: 'Write to our grievance redressal officer',
    uneNote: 'It has {days} working days to answer you.',
    officerNote: 'They have {days} days to answer you.',
    condusef: 'Go to the CONDUSEF',
    condusefNote: 'It is free. You can do so up to {years} years after what happened.',
    ombudsman: 'Go to the Reserve Bank of India (RBI) Ombudsman',
    ombudsmanNote:
      'It is free. If you had no answer in {answerDays} days or do not agree with it, you have {days} days from then on.',
  },
});
