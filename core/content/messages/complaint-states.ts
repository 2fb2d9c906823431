import { textPack } from '../text-pack.ts';

export const complaintStateText = textPack({
  es: {
    received: 'Recibida',
    'in-review': 'En revisión',
    answered: 'Respondida',
    closed: 'Cerrada',
  },
  en: {
    received: 'Received',
    'in-review': 'In review',
    answered: 'Answered',
    closed: 'Closed',
  },
});
