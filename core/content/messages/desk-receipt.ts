import { textPack } from '../text-pack.ts';

/** Checking a receipt at the desk. */
export const deskReceiptText = textPack({
  es: {
    title: 'Revisar un recibo',
    line: 'Alguien muestra un recibo. Escriba lo que dice y compare lo que sale aquí con el papel. Queda registrado a su nombre.',
    order: 'Número de préstamo',
    number: 'Número de recibo',
    numberHint: 'RC- y diez letras y números.',
    code: 'Código de verificación',
    codeHint: 'Diez letras y números; no importan mayúsculas ni guiones.',
    missing: 'Escriba los tres datos del recibo.',
    check: 'Revisar',
    genuine: 'El código es auténtico',
    genuineLine:
      'El recibo es de este pago. Compare el monto y la fecha con el papel: alguien pudo cambiarlos.',
    takenBack: 'El código es auténtico, pero el pago se retiró después',
    takenBackLine: 'El dinero regresó a quien pagó, o el banco lo retiró. Este recibo ya no vale.',
    wrongCode: 'El código no es el de este pago',
    wrongCodeLine: 'Revise que esté bien escrito. Si lo está, el recibo es falso. El pago que sí existe:',
    unknown: 'No hay un pago con ese número en ese préstamo',
    unknownLine: 'Revise los números. Si están bien escritos, el recibo es falso.',
    loan: 'Préstamo',
    amount: 'Monto en los libros',
    paidAt: 'Pagado',
  },
  en: {
    title: 'Check a receipt',
    line: 'Somebody shows a receipt. Type what it says and compare what stands here with the paper. It is logged in your name.',
    order: 'Loan number',
    number: 'Receipt number',
    numberHint: 'RC- and ten letters and figures.',
    code: 'Check code',
    codeHint: 'Ten letters and figures; capitals and hyphens do not matter.',
    missing: 'Write all three from the receipt.',
    check: 'Check',
    genuine: 'The code is genuine',
    genuineLine:
      'The receipt is of this payment. Compare amount and date with the paper: somebody may have changed them.',
    takenBack: 'The code is genuine, but the payment was reversed since',
    takenBackLine: 'The money went back to its payer, or the bank took it. This receipt is no longer valid.',
    wrongCode: 'The code is not that of this payment',
    wrongCodeLine:
      'See that it is typed right. If it is, the receipt is a forgery. The payment that does exist:',
    unknown: 'There is no payment of that number on that loan',
    unknownLine: 'See that the numbers are typed right. If they are, the receipt is a forgery.',
    loan: 'Loan',
    amount: 'Amount in the books',
    paidAt: 'Paid',
  },
});
