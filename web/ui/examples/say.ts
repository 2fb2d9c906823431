import type { ReactNode } from 'react';

/** Chooses one of two texts by the language of the example. */
export type Say = (spanish: string, english: string) => string;

export type Examples = Readonly<Record<string, (say: Say) => ReactNode>>;

export const exampleRows = (say: Say) => [
  { label: say('Intereses, 18 % anual', 'Interest, 18 % a year'), value: '$\u00a0184,93' },
  { label: say('Comisión', 'Fee'), value: '$\u00a0300,00' },
  { label: say('Costo total', 'Total cost'), value: '$\u00a0484,93', isTotal: true },
];

export const problemWords = (say: Say) => ({
  network: say('No hay conexión.', 'There is no connection.'),
  unreachable: say('No es su conexión.', 'It is not your connection.'),
  timeout: say('Tarda demasiado.', 'It takes too long.'),
  other: say('No se pudo.', 'It did not work.'),
});

export const kitWords = (say: Say) => ({
  back: say('Volver', 'Back'),
  copy: say('Copiar', 'Copy'),
  copied: say('Copiado', 'Copied'),
  notCopied: say('No se pudo copiar', 'Could not copy'),
  help: say('Ayuda', 'Help'),
  sending: say('Enviando', 'Sending'),
  problem: problemWords(say),
});
