import { textPack } from '../text-pack.ts';

/** Authorities for complaints, in order, with their deadlines. */
export const complaintWaysText = textPack({
  es: {
    heading: 'Si algo sale mal',
    here: 'Ponga una queja aquí',
    hereNumber: 'Recibe un folio al enviarla.',
    hereNote: 'Vale también con pagos atrasados.',
  },
  en: {
    heading: 'If something goes wrong',
    here: 'Complain here',
    hereNumber: 'You get a number when you send it.',
    hereNote: 'You can also do so with late payments.',
  },
});
