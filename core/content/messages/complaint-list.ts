import { textPack } from '../text-pack.ts';

/** The borrower's complaints (COMP-5). */
export const complaintListText = textPack({
  es: {
    title: 'Mis quejas',
    tabs: 'Quejas por estado',
    type: 'Tipo de problema',
    folio: 'Folio',
    answerBy: 'Respuesta a más tardar el {day}',
    more: 'Ver anteriores',
    newest: 'Ver las más recientes',
    emptyHeading: 'Aquí no hay quejas',
    emptyLine: 'Si algo no está bien, cuéntenos qué pasó.',
    file: 'Poner una queja',
  },
  en: {
    title: 'My complaints',
    tabs: 'Complaints by state',
    type: 'Problem type',
    folio: 'Number',
    answerBy: 'Answer by {day}',
    more: 'See earlier ones',
    newest: 'See the newest',
    emptyHeading: 'No complaints here',
    emptyLine: 'If something is not right, tell us what happened.',
    file: 'File a complaint',
  },
});
