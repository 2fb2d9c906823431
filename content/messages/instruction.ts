import { textPack } from '../text-pack.ts';

/** Payment instructions (INSTR-1). */
export const instructionText = textPack({
  es: {
    title: 'Cómo pagar',
    titleExtend: 'Cómo pagar para aplazar',
    back: 'Volver',
    help: 'Ayuda',
    total: 'Total a pagar',
    codeImage: 'Código {code}',
    code: 'Código de pago',
    company: 'A nombre de',
    copy: 'Copiar',
    codeCopied: 'Código copiado',
    companyCopied: 'Nombre copiado',
    notCopied: 'No se pudo copiar. Deje presionado el texto para elegirlo.',
    contact: 'Preguntas:',
    image: 'Paso {number}: {title}',
    fees: 'Comisiones del proveedor de pago',
  },
  en: {
    title: 'How to pay',
    titleExtend: 'How to pay to extend',
    back: 'Back',
    help: 'Help',
    total: 'Total to pay',
    codeImage: 'Code {code}',
    code: 'Payment code',
    company: 'In the name of',
    copy: 'Copy',
    codeCopied: 'Code copied',
    companyCopied: 'Name copied',
    notCopied: 'Could not copy. Press and hold the text to select it.',
    contact: 'Questions:',
    image: 'Step {number}: {title}',
    fees: 'Fees of the payment provider',
  },
});
