import { textPack } from '../text-pack.ts';

/** By the number of the type or subtype. */
export const complaintTypeText = textPack({
  es: {
    1: 'Cobranza',
    2: 'Pagos y cargos',
    3: 'Depósito del préstamo',
    4: 'Datos personales',
    5: 'La app',
    9: 'Otro asunto',
    11: 'Llamadas a familiares o conocidos',
    12: 'Llamadas muy seguidas o a deshoras',
    13: 'Amenazas o insultos',
    14: 'Le cobran algo que no debe',
    19: 'Otra conducta de cobranza',
    41: 'Copia de datos (acceso)',
    42: 'Corrección de datos (rectificación)',
    43: 'Borrado de datos (cancelación)',
    44: 'Oposición al uso de datos',
  },
  en: {
    1: 'Debt collection',
    2: 'Payments and charges',
    3: 'Deposit of the loan',
    4: 'Personal data',
    5: 'The app',
    9: 'Something else',
    11: 'Calls to family or acquaintances',
    12: 'Too many calls, or at odd hours',
    13: 'Threats or insults',
    14: 'Asked for something you do not owe',
    19: 'Other conduct of recovery agents',
    41: 'Copy of data',
    42: 'Correction of data',
    43: 'Deletion of data',
    44: 'Objection to use of data',
  },
});

export const complaintTabText = textPack({
  es: { open: 'En curso', handled: 'Respondidas' },
  en: { open: 'Open', handled: 'Answered' },
});
