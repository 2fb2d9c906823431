import type { ComplaintReturn } from '../definition.ts';

/** Field names of the API of CONDUSEF, as public clients of it have them; its manual is given to registered institutions alone. */
const source = 'api.condusef.gob.mx, REDECO: `Queja`';

const fields = [
  { name: 'QuejasDenominacion', from: 'lender', source },
  { name: 'QuejasSector', from: 'lender', source },
  { name: 'QuejasNoMes', from: 'month', source },
  { name: 'QuejasNum', from: 'one', source },
  { name: 'QuejasFolio', from: 'folio', source },
  { name: 'QuejasFecRecepcion', from: 'filed-day', source },
  { name: 'QuejasMedio', from: 'lender', source },
  { name: 'QuejasNivelAT', from: 'lender', source },
  { name: 'QuejasProducto', from: 'lender', source },
  { name: 'QuejasCausa', from: 'lender', source },
  { name: 'QuejasPORI', from: 'lender', source },
  { name: 'QuejasEstatus', from: 'status', source },
  { name: 'QuejasEstados', from: 'lender', source },
  { name: 'QuejasMunId', from: 'lender', source },
  { name: 'QuejasLocId', from: 'lender', source },
  { name: 'QuejasColId', from: 'lender', source },
  { name: 'QuejasCP', from: 'lender', source },
  { name: 'QuejasTipoPersona', from: 'lender', source },
  { name: 'QuejasSexo', from: 'lender', source },
  { name: 'QuejasEdad', from: 'lender', source },
  { name: 'QuejasFecResolucion', from: 'answered-day', source },
  { name: 'QuejasFecNotificacion', from: 'answered-day', source },
  { name: 'QuejasRespuesta', from: 'lender', source },
  { name: 'QuejasNumPenal', from: 'lender', source },
  { name: 'QuejasPenalizacion', from: 'lender', source },
  { name: 'typeId', from: 'type', source: 'ours, to choose `QuejasCausa` by; take it out before sending' },
  { name: 'orderNumber', from: 'order', source: 'ours; take it out before sending' },
] as const;

/** What CONDUSEF wants to be told of complaints: of collection each month (REDECO), of all others each quarter (REUNE). */
export const mexicanReturns: readonly ComplaintReturn[] = [
  { id: 'redeco', kind: 'each', months: 1, of: 'collection', fields },
  { id: 'reune', kind: 'each', months: 3, of: 'others', fields },
];
