import { textPack } from '../text-pack.ts';

/** Customer service (SERVICE-1). */
export const customerServiceText = textPack({
  es: {
    title: 'Ayuda',
    back: 'Volver',
    help: '',
    heading: 'Hable con una persona',
    line: 'Tenga a la mano el número de su préstamo. Nunca le pediremos su contraseña ni un código.',
    telephone: 'Teléfono',
    whatsapp: 'WhatsApp',
    email: 'Correo',
    complaintHeading: '¿Algo salió mal?',
    complaint: 'Poner una queja',
    settings: 'Ajustes de la app',
    noContact: 'Por ahora no tenemos un contacto que mostrarle. Vuelva a intentarlo más tarde.',
  },
  en: {
    title: 'Help',
    back: 'Back',
    help: '',
    heading: 'Talk to a person',
    line: 'Have the number of your loan at hand. We never ask for your password or a code.',
    telephone: 'Telephone',
    whatsapp: 'WhatsApp',
    email: 'Email',
    complaintHeading: 'Did something go wrong?',
    complaint: 'File a complaint',
    settings: 'App settings',
    noContact: 'We have no contact to show you at the moment. Try again later.',
  },
});
