import { textPack } from '../text-pack.ts';

/** For how long personal data are kept, and the erasing of what is older. */
export const deskRetentionText = textPack({
  es: {
    title: 'Plazos de los datos',
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
    title: 'Data kept by years',
    line: 'How long the data of people are kept, and what is older. The books stay, without the name.',
    loan: 'Loans, since the last one ended',
    complaint: 'Complaints, disputes and claimed payments, since the last answer',
    registration: 'Registrations without a loan, since the registration or the last offer',
    borrowers: 'People',
    registrations: 'Registrations',
    oldest: 'The oldest',
    none: 'None',
    counted: 'Looked at',
    unconfirmed: 'Nothing is erased by age: confirm the years by {variable}.',
    counting: 'What is past its years is being counted. Nothing is erased yet.',
    waiting: 'Above is what is past its years. Nothing is erased until two people approve it.',
    running:
      'Approved on {time}. What passes its years is erased each day; above is what the last day erased.',
    ask: 'Ask to erase what is past its years',
  },
});
