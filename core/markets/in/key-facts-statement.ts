import type { PaperForm } from '../definition.ts';

/**
 * The Key Facts Statement. Each row names where the annexes of the Reserve Bank of India have it: Key Facts Statement (KFS) for Loans &
 * Advances, RBI/2024-25/18, DOR.STR.REC.13/13.03.00/2024-25, 15 April 2024. Its Annex C is the table of payments.
 */
export const keyFactsStatement = {
  // The text of the circular: the statement is a summary box of the agreement too.
  summary: [
    ...[
      'proposal-number',
      'amount',
      'term',
      'instalment-count',
      'instalment-amounts',
      'interest-rate',
      'fee',
      'tax',
    ],
    ...[
      'annual-cost',
      'total',
      'penalty',
      'late-fee',
      'penalty-cap',
      'early-repayment',
      'cooling-off',
      'complaint-unit',
    ],
  ],
  version: '2026-11.3',
  parts: [
    {
      es: 'Tasa de interés y cargos (parte 1)',
      en: 'Interest rate and charges (part 1)',
      rows: [
        { source: 'A.1.1', fact: 'proposal-number', es: 'Número de propuesta', en: 'Loan proposal number' },
        { source: 'Text, validity', fact: 'valid-through', es: 'Vale hasta', en: 'Valid until' },
        { source: 'A.1.1', fact: 'product', es: 'Tipo de préstamo', en: 'Type of loan' },
        { source: 'A.1.2', fact: 'amount', es: 'Monto aprobado', en: 'Sanctioned loan amount' },
        { source: 'A.1.3', fact: 'disbursal', es: 'Entrega del dinero', en: 'Disbursal schedule' },
        { source: 'A.1.4', fact: 'term', es: 'Plazo', en: 'Loan term' },
        { source: 'A.1.5', fact: 'instalment-kind', es: 'Tipo de pagos', en: 'Type of instalments' },
        { source: 'A.1.5', fact: 'instalment-count', es: 'Número de pagos', en: 'Number of EMIs' },
        { source: 'A.1.5', fact: 'instalment-amounts', es: 'Monto de cada pago', en: 'Amount of each EMI' },
        { source: 'A.1.5', fact: 'first-instalment', es: 'Primer pago', en: 'Commencement of repayment' },
        {
          source: 'A.1.6',
          fact: 'interest-rate',
          es: 'Tasa de interés y tipo',
          en: 'Interest rate and type',
        },
        { source: 'A.1.7', fact: 'fixed-rate', es: 'Si la tasa es variable', en: 'If the rate is floating' },
        {
          source: 'A.1.8.i',
          fact: 'fee',
          es: 'Comisión del prestamista',
          en: 'Processing fee, to the lender',
        },
        { source: 'A.1.8', fact: 'tax', es: 'GST sobre la comisión', en: 'GST on the fee' },
        { source: 'A.1.8.ii', fact: 'none', es: 'Seguros', en: 'Insurance charges' },
        { source: 'A.1.8.iii', fact: 'none', es: 'Avalúo', en: 'Valuation fees' },
        { source: 'A.1.8.iv', fact: 'none', es: 'Otros cargos', en: 'Any other fees' },
        { source: 'A.1.8.B', fact: 'none', es: 'Cargos de terceros', en: 'Payable to third parties' },
        {
          source: 'A.1.9',
          fact: 'annual-cost',
          es: 'Tasa anual con todos los cargos (APR)',
          en: 'Annual Percentage Rate (APR)',
        },
      ],
    },
    {
      es: 'Cargos que dependen de lo que pase (parte 1)',
      en: 'Contingent charges (part 1)',
      rows: [
        { source: 'A.1.10.i', fact: 'penalty', es: 'Recargo por atraso', en: 'Penal charges for delay' },
        { source: 'A.1.10.ii', fact: 'late-fee', es: 'Otros recargos', en: 'Other penal charges' },
        { source: 'A.1.10', fact: 'penalty-cap', es: 'Tope de los recargos', en: 'Cap on penal charges' },
        {
          source: 'A.1.10.iii',
          fact: 'early-repayment',
          es: 'Por pagar antes',
          en: 'Foreclosure and prepayment charges',
        },
        {
          source: 'A.1.10.iv',
          fact: 'fixed-rate',
          es: 'Por cambiar el tipo de tasa',
          en: 'Switching floating to fixed rate',
        },
        { source: 'A.1.10.v', fact: 'extension', es: 'Por aplazar un pago', en: 'Extending an EMI' },
      ],
    },
    {
      es: 'Otra información (parte 2)',
      en: 'Other information (part 2)',
      rows: [
        {
          source: 'A.2.1',
          fact: 'recovery-clause',
          es: 'Cláusula sobre la cobranza',
          en: 'Clause on recovery agents',
        },
        {
          source: 'A.2.2',
          fact: 'grievance-clause',
          es: 'Cláusula sobre las quejas',
          en: 'Clause on grievance redressal',
        },
        {
          source: 'A.2.3',
          fact: 'complaint-unit',
          es: 'Responsable de quejas',
          en: 'Nodal grievance redressal officer',
        },
        {
          source: 'A.2.4',
          fact: 'transfer',
          es: 'Puede pasar a otra empresa',
          en: 'Transfer or securitisation',
        },
        {
          source: 'A.2.5',
          fact: 'funding-partners',
          es: 'Otros que prestan con él',
          en: 'Collaborative lending',
        },
        { source: 'A.2.6.i', fact: 'cooling-off', es: 'Días para devolverlo', en: 'Cooling-off period' },
        {
          source: 'A.2.6.ii',
          fact: 'recovery-agents',
          es: 'Quien cobra por el prestamista',
          en: 'LSP acting as recovery agent',
        },
        {
          source: 'Digital Lending Directions, 2025',
          fact: 'service-provider',
          es: 'Prestador de servicios (LSP)',
          en: 'Lending service provider (LSP)',
        },
      ],
    },
    {
      es: 'Cálculo de la tasa anual (APR)',
      en: 'Computation of the APR',
      rows: [
        { source: 'B.1', fact: 'amount', es: 'Monto aprobado', en: 'Sanctioned loan amount' },
        { source: 'B.2', fact: 'term', es: 'Plazo', en: 'Loan term' },
        {
          source: 'B.2.a',
          fact: 'instalment-count',
          es: 'Número de pagos de capital',
          en: 'Number of instalments of principal',
        },
        { source: 'B.2.b', fact: 'instalment-amounts', es: 'Monto de cada pago', en: 'Amount of each EMI' },
        {
          source: 'B.2.c',
          fact: 'capitalised-interest',
          es: 'Pagos de intereses capitalizados',
          en: 'Instalments of capitalised interest',
        },
        { source: 'B.2.d', fact: 'first-instalment', es: 'Primer pago', en: 'Commencement of repayment' },
        {
          source: 'B.3, B.4',
          fact: 'interest-rate',
          es: 'Tasa de interés y tipo',
          en: 'Interest rate and type',
        },
        {
          source: 'B.5',
          fact: 'interest',
          es: 'Intereses de todo el plazo',
          en: 'Total interest for the whole term',
        },
        { source: 'B.6.A', fact: 'fee', es: 'Cargos del prestamista', en: 'Charges payable to the lender' },
        { source: 'B.6', fact: 'tax', es: 'GST sobre la comisión', en: 'GST on the fee' },
        { source: 'B.6.B', fact: 'none', es: 'Cargos de terceros', en: 'Charges payable to third parties' },
        { source: 'B.7', fact: 'amount', es: 'Monto neto que se entrega', en: 'Net disbursed amount' },
        { source: 'B.8', fact: 'total', es: 'Total a pagar', en: 'Total to be paid by the borrower' },
        {
          source: 'B.9',
          fact: 'annual-cost',
          es: 'Tasa anual con todos los cargos (APR)',
          en: 'Annual Percentage Rate (APR)',
        },
        { source: 'B.10', fact: 'disbursal', es: 'Entrega del dinero', en: 'Schedule of disbursement' },
        { source: 'B.11', fact: 'due-dates', es: 'Fechas de los pagos', en: 'Due dates of instalments' },
      ],
    },
  ],
  warnings: {
    es: ['No se le puede cobrar ningún cargo que no esté en este documento.'],
    en: ['No charge may be asked of you that this statement does not name.'],
  },
} as const satisfies PaperForm;
