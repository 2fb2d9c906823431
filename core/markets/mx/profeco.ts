import type { Supervisor } from '../definition.ts';

/**
 * Differences of a lender under PROFECO: no specialised unit (UNE), and its agreement is in PROFECO's register. It sends no returns:
 * REDECO and REUNE take complaints about financial institutions (condusef.gob.mx, REDECO; Ley de Protección y Defensa al Usuario de
 * Servicios Financieros, 2 and 50 Bis), while PROFECO asks the lender about each complaint (Ley Federal de Protección al Consumidor, 13
 * and 103, from general knowledge; no periodic return was found). Complaints: PROFECO, "¿Tuviste algún problema de consumo?"
 * (gob.mx/profeco), and on the telephone IDC, 3 September 2019, a secondary source. Register: Ley Federal de Protección al Consumidor,
 * articles 73, 85 and 87, from general knowledge.
 */
export const profeco = {
  regulatorTelephone: '55 5568 8722',
  regulatorSite: 'www.gob.mx/profeco',
  words: {
    es: {
      complaintUnit: 'Escriba a nuestra atención a clientes',
      complaintUnitNote: 'Tenga a la mano el número de su préstamo o de su queja.',
      regulator: 'Acuda a la PROFECO',
      regulatorNote: 'Es gratis. Lleve su contrato y sus comprobantes de pago.',
    },
    en: {
      complaintUnit: 'Write to our customer service',
      complaintUnitNote: 'Have the number of your loan or complaint at hand.',
      regulator: 'Go to the PROFECO',
      regulatorNote: 'It is free. Bring your agreement and your receipts.',
    },
  },
  rows: {
    'complaint-unit': {
      source: 'Aclaraciones y reclamaciones',
      es: 'Atención a clientes',
      en: 'Customer service',
    },
    'contract-register': {
      source: 'Ley Federal de Protección al Consumidor, 87',
      es: 'Registro de contratos de adhesión de PROFECO',
      en: 'Contract register of PROFECO',
    },
    regulator: { source: 'PROFECO', es: 'PROFECO', en: 'PROFECO' },
  },
  complaintReturns: [],
} as const satisfies Supervisor['own'];
