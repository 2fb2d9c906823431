import { textPack } from '../text-pack.ts';

/** What needs a person, as the overview of the desk says it. */
export const deskOverviewText = textPack({
  es: {
    needs: 'Lo que necesita a una persona',
    what: 'Qué',
    howMany: 'Cuántos',
    detail: 'Detalle',
    quiet: 'Nada necesita a una persona ahora.',
    oldest: 'el más antiguo, del {time}',
    complaintsPast: 'Quejas fuera de plazo',
    complaintsOpen: 'Quejas por responder',
    applications: 'Solicitudes por decidir',
    unmatched: 'Pagos sin préstamo',
    claims: 'Pagos avisados por encontrar',
    disputes: 'Cargos en disputa por responder',
    messages: 'Mensajes por responder',
    dead: 'Avisos sin entregar',
    jobs: 'Tareas detenidas',
  },
  en: {
    needs: 'What needs a person',
    what: 'What',
    howMany: 'How many',
    detail: 'Detail',
    quiet: 'Nothing needs a person now.',
    oldest: 'oldest of {time}',
    complaintsPast: 'Complaints past their clock',
    complaintsOpen: 'Complaints to answer',
    applications: 'Applications to decide',
    unmatched: 'Unmatched payments',
    claims: 'Claimed payments to find',
    disputes: 'Disputed charges to answer',
    messages: 'Messages to answer',
    dead: 'Events given up',
    jobs: 'Jobs that stand still',
  },
});
