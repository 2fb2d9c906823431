import { textPack } from '../text-pack.ts';

/** Retention of personal data, and erasing what is past its years. */
export const deskRetentionText = textPack({
  es: {
    title: 'Conservación de datos',
    line: 'Cuánto se guardan los datos de las personas y qué ya cumplió su plazo. Los libros quedan, sin el nombre.',
    loan: 'Préstamos, desde que terminó el último',
    complaint: 'Quejas, disputas y avisos de pago, desde la última respuesta',
    registration: 'Registros sin préstamo, desde el registro o la última oferta',
    borrowers: 'Personas',
    registrations: 'Registros',
    oldest: 'El más antiguo',
    none: 'Ninguno',
    counted: 'Revisado',
    unconfirmed: 'Nada se borra por antigüedad: confirme los plazos con {variable}.',
    counting: 'Se está contando lo que ya cumplió su plazo. Nada se borra todavía.',
    waiting: 'Arriba está lo que ya cumplió su plazo. Nada se borra hasta que dos personas lo aprueben.',
    running:
      'Aprobado el {time}. Cada día se borra lo que cumple su plazo; arriba está lo último que se borró.',
    ask: 'Pedir que se borre lo vencido',
  },
  en: {
    title: 'Data retention',
    line: 'How long personal data are kept, and what is older. The books stay, without names.',
    loan: 'Loans, since the last one ended',
    complaint: 'Complaints, disputes and claimed payments, since the last answer',
    registration: 'Registrations without a loan, since the registration or the last offer',
    borrowers: 'People',
    registrations: 'Registrations',
    oldest: 'The oldest',
    none: 'None',
    counted: 'Checked',
    unconfirmed: 'Nothing is erased by age: confirm the years with {variable}.',
    counting: 'Data past their retention period are being counted. Nothing is erased yet.',
    waiting: 'Above are the data past their retention period. Nothing is erased until two people approve it.',
    running:
      'Approved on {time}. Data past their retention period are erased each day; above is what the last run erased.',
    ask: 'Ask to erase them',
  },
});
