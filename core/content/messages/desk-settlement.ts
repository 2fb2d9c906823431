import { textPack } from '../text-pack.ts';

/** Settlement files at the desk, compared with reported payments. */
export const deskSettlementText = textPack({
  es: {
    title: 'Liquidaciones',
    line: 'Lo que cada proveedor o banco dice que liquidó, junto a lo que avisó. Leer un archivo no asienta nada; lo que se decide después, sí.',
    file: 'Archivo',
    from: 'De',
    days: 'Días',
    lines: 'Renglones',
    open: 'Por decidir',
    closed: 'Cerrados',
    read: 'Leído',
    readFile: 'Leer un archivo',
    readHint:
      'CSV del proveedor, CSV o camt.053 del banco, hasta 4 MB y 20 000 renglones. El mismo archivo dos veces no cambia nada.',
    readButton: 'Leer y mostrar, sin asentar',
    readAgain: 'Comparar otra vez',
    readLine: '{source} · {count} renglones · leído por {name}, {time}',
    clearing: 'Cuenta por liquidar',
    mustEnd: 'debe terminar en {amount}',
    booked: 'Registrado aquí',
    inFile: 'En el archivo',
    fees: 'Comisiones',
    next: 'Siguiente',
    openLines: 'Renglones que esperan a una persona: {count}',
    allDecided: 'Cada renglón está conciliado o decidido.',
    closeDay: 'Cerrar {day}',
    whyLeft: 'Por qué quedan {amount} por liquidar',
    closeHint:
      'Lo conciliado pasa al banco y lo retenido a comisiones. Cuentan para su límite las comisiones y lo que quedó con nota.',
    unmatchedHint:
      'Espera con los pagos sin asignar hasta que alguien lo asigne a un préstamo; su referencia sola no lo asigna.',
    closedBy: 'cerró {name}, {time}',
    since: 'después: {amount}',
    asClosed: 'Los días cerrados muestran las cifras de su cierre; lo que cambió después está al lado.',
    byDay: 'Por día',
    byDayLine: 'Un día se cierra cuando cada renglón está conciliado o decidido.',
    day: 'Día',
    matched: 'Conciliados',
    left: 'Queda por liquidar',
    isClosed: 'Cerrado',
    show: 'Renglones',
    none: 'No hay renglones.',
    what: 'Qué',
    lineNumber: 'renglón {line}',
    payment: 'Pago',
    loan: 'Préstamo',
    amount: 'Monto',
    fee: 'Comisión',
    effect: 'Efecto en la cuenta',
    decided: 'Decidido',
    differentHint:
      'No se puede corregir desde aquí: revierta el pago o pregunte al proveedor; luego compare otra vez.',
    correctTo: 'Corregir a {amount}',
    correctHint:
      'El pago se revierte y se registra con el monto del archivo, el mismo día. El préstamo cambia como se muestra antes de hacerlo.',
    missingThereHint:
      'Se avisó y no está en ningún archivo. Espere al archivo siguiente o pregunte al proveedor.',
    digest: 'Suma de control {digest}',
    exportLines: 'Exportar estos renglones',
    done: 'Día cerrado: {day}.',
    reportedLine: 'El pago del renglón {line} ya se avisó. No se hizo nada: véalo otra vez.',
  },
  en: {
    title: 'Settlements',
    line: 'What each provider or bank says it settled, compared with what it reported. Reading a file books nothing; decisions do.',
    file: 'File',
    from: 'From',
    days: 'Days',
    lines: 'Lines',
    open: 'To decide',
    closed: 'Closed',
    read: 'Read',
    readFile: 'Read a file',
    readHint:
      'CSV of the provider, CSV or camt.053 of the bank, up to 4 MB and 20,000 lines. The same file twice changes nothing.',
    readButton: 'Read the file',
    readAgain: 'Compare again',
    readLine: '{source} · {count} lines · read by {name}, {time}',
    clearing: 'Clearing account',
    mustEnd: 'must end at {amount}',
    booked: 'Booked here',
    inFile: 'In the file',
    fees: 'Fees',
    next: 'Next',
    openLines: 'Lines to decide: {count}',
    allDecided: 'Each line is matched or decided.',
    closeDay: 'Close {day}',
    whyLeft: 'Why {amount} stays in clearing',
    closeHint:
      'Matched amounts are booked to the bank, withheld amounts to fees. Fees and lines left open with a note count towards your limit.',
    unmatchedHint:
      'It stays with the unmatched payments until somebody assigns it to a loan; a matching reference alone never assigns it.',
    closedBy: 'closed by {name}, {time}',
    since: 'after: {amount}',
    asClosed: 'Closed days show their figures at closing, with later changes beside them.',
    byDay: 'By day',
    byDayLine: 'A day closes once each of its lines is matched or decided.',
    day: 'Day',
    matched: 'Matched',
    left: 'Left in clearing',
    isClosed: 'Closed',
    show: 'Lines',
    none: 'There are no lines.',
    what: 'What',
    lineNumber: 'line {line}',
    payment: 'Payment',
    loan: 'Loan',
    amount: 'Amount',
    fee: 'Fee',
    effect: 'Effect on clearing',
    decided: 'Decided',
    differentHint:
      'It cannot be corrected here: reverse the payment or ask the provider, then compare again.',
    correctTo: 'Correct to {amount}',
    correctHint:
      'The payment is reversed and recorded again with the amount in the file, on the same day. The effect on the loan is shown first.',
    missingThereHint: 'Reported, but in no file. Wait for the next file or ask the provider.',
    digest: 'Checksum {digest}',
    exportLines: 'Export these lines',
    done: 'Day closed: {day}.',
    reportedLine:
      'The payment of line {line} has been reported since. Nothing was done: read the file again.',
  },
});

export const deskSettlementSourceText = textPack({
  es: {
    stripe: 'Stripe, conciliación de depósitos',
    razorpay: 'Razorpay, conciliación de liquidaciones',
    conekta: 'Conekta, transacciones',
    spei: 'STP, abonos por SPEI',
    'bank-csv': 'Estado de cuenta del banco, CSV',
    'bank-camt': 'Estado de cuenta del banco, camt.053',
  },
  en: {
    stripe: 'Stripe, payout reconciliation',
    razorpay: 'Razorpay, settlement reconciliation',
    conekta: 'Conekta, transactions',
    spei: 'STP, SPEI deposits',
    'bank-csv': 'Bank statement, CSV',
    'bank-camt': 'Bank statement, camt.053',
  },
});

/** Why a file or form is refused. */
export const deskSettlementFaultText = textPack({
  es: {
    none: 'Elija un archivo.',
    'too-large': 'El archivo pesa más de 4 MB.',
    unreadable: 'El archivo no se puede leer.',
    columns: 'Faltan columnas de ese formato. Revise de quién es el archivo.',
    line: 'El renglón {line} no se puede leer.',
    empty: 'El archivo no tiene renglones.',
    currencies: 'El renglón {line} está en otra moneda. Separe el archivo por moneda.',
    lines: 'El archivo tiene más de 20 000 renglones.',
    reason: 'Escriba el motivo, de 10 a 200 caracteres.',
  },
  en: {
    none: 'Choose a file.',
    'too-large': 'The file is larger than 4 MB.',
    unreadable: 'The file cannot be read.',
    columns: 'Columns of that format are missing. Check whose file it is.',
    line: 'Line {line} cannot be read.',
    empty: 'The file has no lines.',
    currencies: 'Line {line} is in another currency. Split the file by currency.',
    lines: 'The file has more than 20,000 lines.',
    reason: 'Write the reason, 10 to 200 characters.',
  },
});

/** Filters of the lines of a file. */
export const deskSettlementViewText = textPack({
  es: {
    open: 'Por decidir',
    'missing-here': 'Faltan aquí',
    'missing-there': 'Faltan allá',
    different: 'Otro monto',
    fee: 'Comisión',
    matched: 'Conciliados',
    repeated: 'Repetidos',
  },
  en: {
    open: 'To decide',
    'missing-here': 'Missing here',
    'missing-there': 'Missing there',
    different: 'Different amount',
    fee: 'Fee',
    matched: 'Matched',
    repeated: 'Repeated',
  },
});

/** State of a line compared with the reports. */
export const deskSettlementStateText = textPack({
  es: {
    matched: 'Conciliado',
    different: 'Otro monto',
    'missing-here': 'Falta aquí',
    fee: 'Comisión',
    payout: 'Depósito al banco',
    repeated: 'Repetido',
  },
  en: {
    matched: 'Matched',
    different: 'Different amount',
    'missing-here': 'Missing here',
    fee: 'Fee',
    payout: 'Sent to the bank',
    repeated: 'Repeated',
  },
});

/** Possible decisions on a line. */
export const deskSettlementDecisionText = textPack({
  es: {
    fee: 'Asentar {amount} como comisión',
    unmatched: 'Poner con los pagos sin asignar',
    note: 'Esperar, con nota',
  },
  en: {
    fee: 'Book {amount} as a fee',
    unmatched: 'Move to unmatched payments',
    note: 'Leave open with a note',
  },
});

/** Decisions made on a line. */
export const deskSettlementDecidedText = textPack({
  es: {
    fee: 'Comisión por asentar',
    unmatched: 'Puesto con los pagos sin asignar',
    note: 'Espera, con nota',
    amount: 'Pago corregido al monto del archivo',
  },
  en: {
    fee: 'Fee to be booked',
    unmatched: 'Put with unmatched payments',
    note: 'Left open with a note',
    amount: 'Payment corrected to the amount of the file',
  },
});
