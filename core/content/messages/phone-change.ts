import { textPack } from '../text-pack.ts';

/** The page on which an old number objects to its change, and what the staff then read. */
export const phoneChangeText = textPack({
  es: {
    title: 'Cambio de celular',
    line: 'Nos pidieron cambiar el celular de su cuenta. Si usted no lo pidió, avísenos: el cambio se detiene y lo revisamos.',
    object: 'Yo no lo pedí',
    held: 'Gracias por avisar. Lo revisamos y le llamamos. Mientras tanto no dé claves a nadie.',
    over: 'Este enlace ya no sirve. Si usted no pidió el cambio, llámenos.',
    heldRemark:
      'Desde el celular anterior dicen que no pidieron cambiarlo. El cambio está detenido. Acreditado {borrowerId}.',
    lateRemark:
      'Desde el celular anterior dicen que no pidieron cambiarlo. El celular ya se cambió. Acreditado {borrowerId}.',
  },
  en: {
    title: 'Change of mobile number',
    line: 'We were asked to change the mobile number of your account. If it was not you, tell us: the change stops and we look into it.',
    object: 'It was not me',
    held: 'Thank you for telling us. We will look into it and call you. Until then give no codes to anybody.',
    over: 'This link no longer works. If you did not ask for the change, call us.',
    heldRemark:
      'The old mobile number says that it did not ask for its change. The change is on hold. Borrower {borrowerId}.',
    lateRemark:
      'The old mobile number says that it did not ask for its change. The number has changed already. Borrower {borrowerId}.',
  },
});
