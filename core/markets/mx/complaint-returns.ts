import type { ComplaintReturn } from '../definition.ts';

/** Field names of CONDUSEF's API as several public clients send them, which agree; only registered institutions get the manual. */
const redeco = 'api-redeco.condusef.gob.mx, POST /redeco/quejas, in public clients';
const reune = 'api-reune.condusef.gob.mx, POST /reune/reclamaciones/general, in public clients';
const ours = 'ours, to choose the cause by; take it out before sending';

const collectionFields = [
  { name: 'QuejasDenominacion', from: 'lender', source: redeco },
  { name: 'QuejasSector', from: 'lender', source: redeco },
  { name: 'QuejasNoMes', from: 'month', source: redeco },
  { name: 'QuejasNum', from: 'one', source: redeco },
  { name: 'QuejasFolio', from: 'folio', source: redeco },
  { name: 'QuejasFecRecepcion', from: 'filed-day', source: redeco },
  { name: 'QuejasMedio', from: 'lender', source: redeco },
  { name: 'QuejasNivelAT', from: 'lender', source: redeco },
  { name: 'QuejasProducto', from: 'lender', source: redeco },
  { name: 'QuejasCausa', from: 'lender', source: redeco },
  { name: 'QuejasPORI', from: 'lender', source: redeco },
  { name: 'QuejasEstatus', from: 'status', source: redeco },
  { name: 'QuejasEstados', from: 'lender', source: redeco },
  { name: 'QuejasMunId', from: 'lender', source: redeco },
  { name: 'QuejasLocId', from: 'lender', source: redeco },
  { name: 'QuejasColId', from: 'lender', source: redeco },
  { name: 'QuejasCP', from: 'lender', source: redeco },
  { name: 'QuejasTipoPersona', from: 'lender', source: redeco },
  { name: 'QuejasSexo', from: 'lender', source: redeco },
  { name: 'QuejasEdad', from: 'lender', source: redeco },
  { name: 'QuejasFecResolucion', from: 'answered-day', source: redeco },
  { name: 'QuejasFecNotificacion', from: 'answered-day', source: redeco },
  { name: 'QuejasRespuesta', from: 'lender', source: redeco },
  { name: 'QuejasNumPenal', from: 'lender', source: redeco },
  { name: 'QuejasPenalizacion', from: 'lender', source: redeco },
  { name: 'typeId', from: 'type', source: ours },
  { name: 'orderNumber', from: 'order', source: ours },
] as const;

const claimFields = [
  { name: 'RecDenominacion', from: 'lender', source: reune },
  { name: 'RecSector', from: 'lender', source: reune },
  { name: 'RecTrimestre', from: 'quarter', source: reune },
  { name: 'RecNumero', from: 'one', source: reune },
  { name: 'RecFolioAtencion', from: 'folio', source: reune },
  { name: 'RecEstadoConPend', from: 'status', source: reune },
  { name: 'RecFechaReclamacion', from: 'filed-day', source: reune },
  { name: 'RecFechaAtencion', from: 'answered-day', source: reune },
  { name: 'RecMedioRecepcionCanal', from: 'lender', source: reune },
  { name: 'RecProductoServicio', from: 'lender', source: reune },
  { name: 'RecCausaMotivo', from: 'lender', source: reune },
  { name: 'RecFechaResolucion', from: 'answered-day', source: reune },
  { name: 'RecFechaNotifiUsuario', from: 'answered-day', source: reune },
  { name: 'RecEntidadFederativa', from: 'lender', source: reune },
  { name: 'RecCodigoPostal', from: 'lender', source: reune },
  { name: 'RecMunicipioAlcaldia', from: 'lender', source: reune },
  { name: 'RecLocalidad', from: 'lender', source: reune },
  { name: 'RecColonia', from: 'lender', source: reune },
  { name: 'RecMonetario', from: 'lender', source: reune },
  { name: 'RecMontoReclamado', from: 'lender', source: reune },
  { name: 'RecImporteAbonado', from: 'lender', source: reune },
  { name: 'RecFechaAbonoImporte', from: 'lender', source: reune },
  { name: 'RecPori', from: 'lender', source: reune },
  { name: 'RecTipoPersona', from: 'lender', source: reune },
  { name: 'RecSexo', from: 'lender', source: reune },
  { name: 'RecEdad', from: 'lender', source: reune },
  { name: 'RecSentidoResolucion', from: 'lender', source: reune },
  { name: 'RecNivelAtencion', from: 'lender', source: reune },
  { name: 'RecFolioCondusef', from: 'lender', source: reune },
  { name: 'RecReversa', from: 'lender', source: reune },
  { name: 'typeId', from: 'type', source: ours },
  { name: 'orderNumber', from: 'order', source: ours },
] as const;

/** Returns to CONDUSEF: collection each month (REDECO), all others each quarter (REUNE). */
export const mexicanReturns: readonly ComplaintReturn[] = [
  { id: 'redeco', kind: 'each', months: 1, of: 'collection', fields: collectionFields },
  { id: 'reune', kind: 'each', months: 3, of: 'others', fields: claimFields },
];
