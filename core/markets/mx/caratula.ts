import type { PaperForm } from '../definition.ts';

/**
 * Cover sheet (carátula) of a personal loan. Rows name their box on CONDUSEF's sheet: Disposiciones de carácter general en materia de
 * transparencia (Diario Oficial de la Federación, 30 October 2014), model of cover sheet for credit. Annual cost and its legend: Banco de
 * México, circular 21/2009.
 */
export const caratula = {
  summary: [],
  version: '2026-11.3',
  parts: [
    {
      es: 'Su crédito',
      en: 'Your loan',
      rows: [
        { source: 'Nombre comercial del producto', fact: 'product', es: 'Producto', en: 'Product' },
        { source: 'Tipo de crédito', fact: 'instalment-kind', es: 'Tipo de crédito', en: 'Type of loan' },
        { source: 'Código Civil Federal, 1804', fact: 'proposal-number', es: 'Número', en: 'Number' },
        { source: 'Código Civil Federal, 1804', fact: 'valid-through', es: 'Vale hasta', en: 'Valid until' },
        { source: 'CAT', fact: 'annual-cost', es: 'CAT (Costo Anual Total)', en: 'CAT (total annual cost)' },
        {
          source: 'Tasa de interés anual ordinaria',
          fact: 'interest-rate',
          es: 'Tasa de interés anual ordinaria',
          en: 'Annual interest rate',
        },
        {
          source: 'Tasa de interés anual moratoria',
          fact: 'penalty',
          es: 'Tasa de interés moratoria',
          en: 'Penalty rate for a delay',
        },
        { source: 'Monto o línea de crédito', fact: 'amount', es: 'Monto del crédito', en: 'Loan amount' },
        { source: 'Monto total a pagar', fact: 'total', es: 'Monto total a pagar', en: 'Total to pay' },
        { source: 'Plazo del crédito', fact: 'term', es: 'Plazo del crédito', en: 'Term' },
        {
          source: 'Fecha límite de pago',
          fact: 'due-dates',
          es: 'Fecha límite de pago',
          en: 'Due dates of payments',
        },
        { source: 'Fecha de corte', fact: 'cut-off', es: 'Fecha de corte', en: 'Statement cut-off date' },
      ],
    },
    {
      es: 'Comisiones relevantes',
      en: 'Charges',
      rows: [
        { source: 'Apertura', fact: 'fee', es: 'Apertura', en: 'Processing fee' },
        { source: 'Apertura', fact: 'tax', es: 'IVA de intereses y comisión', en: 'VAT on interest and fee' },
        { source: 'Prepago', fact: 'early-repayment', es: 'Pago anticipado', en: 'Paying early' },
        {
          source: 'Pago tardío (mora)',
          fact: 'late-fee',
          es: 'Recargo único por atraso',
          en: 'One-time late fee',
        },
        {
          source: 'Gastos de cobranza',
          fact: 'none',
          es: 'Gastos de cobranza',
          en: 'Collection costs',
        },
        {
          source: 'Gastos de cobranza',
          fact: 'penalty-cap',
          es: 'Tope de lo que suma un atraso',
          en: 'Cap on what a delay adds',
        },
        { source: 'Otras comisiones', fact: 'extension', es: 'Aplazar un pago', en: 'Extending a payment' },
      ],
    },
    {
      es: 'Seguros, estado de cuenta y aclaraciones',
      en: 'Insurance, statement and complaints',
      rows: [
        { source: 'Seguros', fact: 'none', es: 'Seguros', en: 'Insurance' },
        { source: 'Estado de cuenta', fact: 'statement', es: 'Estado de cuenta', en: 'Statement' },
        {
          source: 'Aclaraciones y reclamaciones',
          fact: 'complaint-unit',
          es: 'Unidad Especializada (UNE)',
          en: 'Specialised unit (UNE)',
        },
        {
          source: 'Registro de Contratos de Adhesión',
          fact: 'contract-register',
          es: 'Registro de Contratos de Adhesión (RECA)',
          en: 'Contract register (RECA)',
        },
        { source: 'CONDUSEF', fact: 'regulator', es: 'CONDUSEF', en: 'CONDUSEF' },
      ],
    },
  ],
  warnings: {
    es: [
      'Incumplir sus obligaciones le puede generar comisiones e intereses moratorios.',
      'Contratar créditos que exceden su capacidad de pago afecta su historial crediticio.',
    ],
    en: [
      'Not keeping what you agreed to can cost you charges and penalties.',
      'Loans beyond what you can pay back harm your credit record.',
    ],
  },
} as const satisfies PaperForm;
