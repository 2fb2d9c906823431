import { textPack } from '../text-pack.ts';

/** What stands around every page of the public site (SITE-1). */
export const siteFrameText = textPack({
  es: {
    menu: 'Menú',
    mainNavigation: 'Principal',
    footerNavigation: 'Pie de página',
    home: 'Inicio',
    about: 'Quiénes somos',
    privacy: 'Aviso de privacidad',
    loanTerms: 'Términos y condiciones del préstamo',
    contact: 'Contacto',
    otherLanguage: 'English',
    telephone: 'Teléfono',
    email: 'Correo',
    borrowWhatYouCanRepay: 'Préstamos para mayores de {applicantAgeYears}. Pida solo lo que pueda pagar.',
  },
  en: {
    menu: 'Menu',
    mainNavigation: 'Main',
    footerNavigation: 'Footer',
    home: 'Home',
    about: 'About Us',
    privacy: 'Privacy Policy',
    loanTerms: 'Loan terms and conditions',
    contact: 'Contact',
    otherLanguage: 'Español',
    telephone: 'Telephone',
    email: 'E-mail',
    borrowWhatYouCanRepay:
      'Loans for people over {applicantAgeYears} of age. Borrow only what you can repay.',
  },
});

/** The home page (SITE-1); what differs by market is there for each, in both languages. */
export const homeText = textPack({
  es: {
    title: 'Sepa cuánto paga antes de pedirlo',
    register: 'Registrarme',
    seeExample: 'Ver un ejemplo',
    exampleHeading: 'Un ejemplo, con todo',
    exampleLine:
      'Un préstamo a {days} días, en {count} pagos. Así de completo lo ve usted antes de aceptar el suyo.',
    amount: 'Cuánto quiere recibir',
    amountHint: 'De {least} a {most}.',
    amountWrong: 'Escriba en números un monto de {least} a {most}. Lo que ve es el ejemplo de siempre.',
    terms: 'En cuántos pagos',
    term: '{count} pagos, {days} días',
    workOut: 'Calcular',
    youReceive: 'Recibe',
    interest: 'Intereses, {rate} anual',
    fee: 'Comisión, {rate} del préstamo',
    youRepay: 'Paga en total',
    cost: 'Costo',
    annualCostCat: 'CAT {rate} sin IVA, para fines informativos. Calculado el',
    annualCostApr: 'Tasa anual con todos los cargos (APR) {rate}, para fines informativos. Calculada el',
    seePayments: 'Ver los {count} pagos',
    payment: 'Pago {sequence}',
    ratesVary: 'Las tasas y la comisión de su préstamo pueden ser otras. Las ve antes de aceptar.',
    howHeading: 'Cómo funciona',
    registerStep: 'Se registra con su celular',
    registerStepLine: 'Sin costo y sin compromiso.',
    costStep: 'Ve el costo completo',
    costStepLine: 'Respondemos su solicitud en {decisionDays}. Usted acepta, o no.',
    moneyStep: 'Recibe su dinero',
    moneyStepLine: 'En su cuenta, de {minimumCreditingDays} a {maximumCreditingDays} después de aceptar.',
    payStep: 'Paga como le acomode',
    questionsHeading: 'Preguntas que conviene hacer',
    lateQuestion: '¿Qué pasa si me atraso?',
    lateAnswer:
      'En el ejemplo, cada día suma {rate} del pago vencido: con el primer pago, de {payment}, son {penalty} por día. Otros productos pueden cobrar otra cosa: la ve antes de aceptar. Si ve que no va a poder pagar, aplace antes la fecha.',
    earlyQuestion: '¿Puedo pagar antes?',
    earlyAnswer: 'Sí, después de la mitad del plazo y nunca antes de {prepaymentWaitDays} desde el depósito.',
    earlyAnswerAnyDay:
      'Sí, el día que quiera y sin cargo, salvo que el contrato de su producto diga otra cosa.',
    faceQuestion: '¿Qué hacen con mi foto?',
    faceAnswer:
      'La comparamos con la de su identificación y la borramos a más tardar {faceDataRetentionDays} después.',
    collectionQuestion: '¿Y si alguien me cobra de mala manera?',
    collectionAnswer:
      'Repórtelo en la app, en Quejas, aunque tenga pagos atrasados. Puede adjuntar capturas.',
    declinedQuestion: '¿Me cuesta algo si no me lo aprueban?',
    declinedAnswer: 'No. Registrarse y solicitar no cuestan nada.',
    complaintHeading: 'Cómo presentar una queja',
    complaintInApp:
      'En la app, en Quejas: escriba qué pasó y adjunte imágenes. Queda registrada y ahí ve la respuesta.',
    complaintContact: 'Sin la app: {contact}.',
    noDeposits:
      'Nunca pedimos depósitos por adelantado. Si alguien lo hace en nuestro nombre, no pague y avísenos.',
  },
  en: {
    title: 'Know what you pay before you ask for it',
    register: 'Register',
    seeExample: 'See an example',
    exampleHeading: 'An example, with everything',
    exampleLine:
      'A loan over {days} days, in {count} payments. You see yours in the same detail before you accept it.',
    amount: 'How much you want to receive',
    amountHint: 'From {least} to {most}.',
    amountWrong: 'Enter an amount in figures from {least} to {most}. What you see is the usual example.',
    terms: 'In how many payments',
    term: '{count} payments, {days} days',
    workOut: 'Work it out',
    youReceive: 'You receive',
    interest: 'Interest, {rate} a year',
    fee: 'Fee, {rate} of the loan',
    youRepay: 'You repay in total',
    cost: 'Cost',
    annualCostCat: 'Yearly cost (CAT) {rate} before VAT, for information. Worked out on',
    annualCostApr: 'APR {rate} with every charge, for information. Worked out on',
    seePayments: 'See the {count} payments',
    payment: 'Payment {sequence}',
    ratesVary: 'The rates and the fee of your loan may differ. You see them before you accept.',
    howHeading: 'How it works',
    registerStep: 'You register with your mobile number',
    registerStepLine: 'It costs nothing and binds you to nothing.',
    costStep: 'You see the whole cost',
    costStepLine: 'We answer your application within {decisionDays}. You accept, or not.',
    moneyStep: 'You receive your money',
    moneyStepLine: 'In your account, {minimumCreditingDays} to {maximumCreditingDays} after you accept.',
    payStep: 'You pay the way that suits you',
    questionsHeading: 'Questions worth asking',
    lateQuestion: 'What happens if I am late?',
    lateAnswer:
      'In the example, each day adds {rate} of the overdue payment: on the first payment, of {payment}, that is {penalty} a day. Other products may charge otherwise: you see it before you accept. If you see that you cannot pay, extend the date beforehand.',
    earlyQuestion: 'Can I pay early?',
    earlyAnswer: 'Yes, after half of the term and not before {prepaymentWaitDays} after disbursal.',
    earlyAnswerAnyDay:
      'Yes, on any day and at no charge, unless the agreement of your product says otherwise.',
    faceQuestion: 'What do you do with my photo?',
    faceAnswer:
      'We compare it with the one on your ID and delete it no later than {faceDataRetentionDays} afterwards.',
    collectionQuestion: 'What if someone treats me badly to collect?',
    collectionAnswer:
      'Report it in the app, under Complaints, even if you have late payments. You can attach screenshots.',
    declinedQuestion: 'Does it cost me anything if I am declined?',
    declinedAnswer: 'No. Registering and applying cost nothing.',
    complaintHeading: 'How to complain',
    complaintInApp:
      'In the app, under Complaints: write what happened and attach images. It is recorded, and you see the answer there.',
    complaintContact: 'Without the app: {contact}.',
    noDeposits:
      'We never ask for deposits in advance. If anyone does so in our name, do not pay and tell us.',
  },
});

/** The contact page (SITE-4). */
export const contactText = textPack({
  es: {
    title: 'Contacto',
    summary: 'Escríbanos, llámenos o deje sus datos.',
    formHeading: 'Déjenos un mensaje',
    name: 'Nombre',
    telephone: 'Teléfono',
    email: 'Correo electrónico',
    remark: 'Mensaje',
    submit: 'Enviar',
    sending: 'Enviando su mensaje',
    network: 'No hay conexión. Lo que escribió sigue aquí: vuelva a enviarlo cuando tenga señal.',
    unreachable:
      'Nuestro servicio no responde; no es su conexión. Lo que escribió sigue aquí: vuelva a enviarlo en un momento.',
    timeout:
      'La respuesta tarda demasiado. Puede que su mensaje ya haya llegado: si lo envía otra vez, llegará dos veces.',
    incomplete: 'Proporcione la información completa.',
    successful: 'Listo.',
    kept: 'Recibimos su mensaje. Le respondemos por correo o por teléfono.',
    notKept:
      'Este formulario no guarda lo que escribe ni lo pasa a nadie. Para recibir una respuesta, {contact}.',
    notStored: 'No pudimos guardar su mensaje. Vuelva a intentarlo en unos minutos o {contact}.',
    nameMissing: 'Escriba su nombre.',
    telephoneMissing: 'Escriba su teléfono.',
    emailMissing: 'Escriba su correo electrónico.',
    remarkMissing: 'Escriba su mensaje.',
  },
  en: {
    title: 'Contact',
    summary: 'Write to us, call us or leave your details.',
    formHeading: 'Leave us a message',
    name: 'Name',
    telephone: 'Telephone',
    email: 'Email',
    remark: 'Remark',
    submit: 'Submit',
    sending: 'Sending your message',
    network: 'No connection. What you wrote is still here: send it again when you have a signal.',
    unreachable:
      'Our service is not answering; it is not your connection. What you wrote is still here: send it again in a moment.',
    timeout: 'The answer takes too long. Your message may have arrived: sent again, it would arrive twice.',
    incomplete: 'Please provide complete information!',
    successful: 'Successful!',
    kept: 'We have your message. We answer by e-mail or telephone.',
    notKept: 'This form does not keep what you write or pass it on. To get an answer, {contact}.',
    notStored: 'We could not store your message. Try again in a few minutes or {contact}.',
    nameMissing: 'Enter your name.',
    telephoneMissing: 'Enter your telephone number.',
    emailMissing: 'Enter your e-mail address.',
    remarkMissing: 'Enter your remark.',
  },
});

/** The loan terms page with its drawing (SITE-6); the drawing's texts are also its description. */
export const loanPageText = textPack({
  es: {
    title: 'Términos y condiciones del préstamo',
    summary:
      'Los plazos, límites y recargos de un préstamo en un dibujo, los términos completos y el contrato.',
    drawingTitle: 'Un préstamo, de la solicitud al último pago',
    decision: 'Respuesta',
    decisionValue: 'en {decisionDays}',
    crediting: 'Depósito',
    creditingValue: '{minimumCreditingDays} a {maximumCreditingDays}',
    prepayment: 'Pago anticipado',
    prepaymentValue: 'desde el {prepaymentTermSharePpm} del plazo',
    prepaymentLimit: 'y no antes de {prepaymentWaitDays}',
    prepaymentAnyDay: 'el día que quiera',
    end: 'Fin del plazo',
    endValue: '{minimumTermDays} a {maximumTermDays}',
    penaltyTitle: 'Interés diario sobre lo no pagado',
    penaltyUnit: 'según el día de atraso',
    feeTitle: 'Recargo único por atraso',
    newBorrower: 'Prestatario nuevo: {lateFeeNewMinor}',
    repeatBorrower: 'Quien ya liquidó un préstamo: {lateFeeRepeatMinor}',
    contents: 'En esta página',
  },
  en: {
    title: 'Loan terms and conditions',
    summary: 'The time limits and penalties of a loan in one drawing, the full terms and the agreement.',
    drawingTitle: 'A loan, from application to last payment',
    decision: 'Decision',
    decisionValue: 'within {decisionDays}',
    crediting: 'Disbursal',
    creditingValue: '{minimumCreditingDays} to {maximumCreditingDays}',
    prepayment: 'Early repayment',
    prepaymentValue: 'from {prepaymentTermSharePpm} of the term',
    prepaymentLimit: 'and not before {prepaymentWaitDays}',
    prepaymentAnyDay: 'on any day',
    end: 'End of the term',
    endValue: '{minimumTermDays} to {maximumTermDays}',
    penaltyTitle: 'Daily interest on what is unpaid',
    penaltyUnit: 'by day of delay',
    feeTitle: 'Late penalty, charged once',
    newBorrower: 'New borrower: {lateFeeNewMinor}',
    repeatBorrower: 'Who has settled a loan: {lateFeeRepeatMinor}',
    contents: 'On this page',
  },
});

/** The page that holds the privacy notice in a frame (SITE-5), and the empty one (SITE-3). */
export const policyText = textPack({
  es: {
    title: 'Aviso de privacidad',
    summary: 'El aviso de privacidad vigente.',
    openAlone: 'Abrir el aviso en su propia página',
  },
  en: {
    title: 'Privacy Policy',
    summary: 'The privacy notice in force.',
    openAlone: 'Open the notice on its own page',
  },
});

/** Around a legal document (LEGAL-1 to LEGAL-4). */
export const legalPageText = textPack({
  es: { edition: 'Versión {version}, vigente desde {date}', contents: 'Contenido' },
  en: { edition: 'Version {version}, in force since {date}', contents: 'Contents' },
});

/** The page of a path that is none (SITE-8), and the title of the empty one (SITE-3). */
export const emptyPageText = textPack({
  es: {
    notFound: 'No encontramos esta página',
    notFoundLine: 'Revise la dirección o vuelva al inicio.',
    home: 'Ir al inicio',
    user: 'Usuario',
  },
  en: {
    notFound: 'We could not find this page',
    notFoundLine: 'Check the address or go back to the start.',
    home: 'Go to the start',
    user: 'User',
  },
});
