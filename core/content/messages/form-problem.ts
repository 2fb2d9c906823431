import { textPack } from '../text-pack.ts';

/** Beside a form that could not be sent and still has its input (CALL-8). */
export const formProblemText = textPack({
  es: {
    network: 'No hay conexión. Lo que eligió sigue aquí: vuelva a enviarlo cuando tenga señal.',
    unreachable:
      'Nuestro servicio no responde; no es su conexión. Lo que eligió sigue aquí: vuelva a enviarlo en un momento.',
    timeout: 'La respuesta tarda demasiado. Puede enviarlo otra vez: no se hará dos veces.',
    timeoutElsewhere: 'La respuesta tarda demasiado. Revise si ya quedó hecho antes de enviarlo otra vez.',
    other: 'No pudimos enviarlo. Vuelva a intentarlo en un momento.',
    title: 'Error: {title}',
  },
  en: {
    network: 'No connection. What you chose is still here: send it again when you have a signal.',
    unreachable:
      'Our service is not answering; it is not your connection. What you chose is still here: send it again in a moment.',
    timeout: 'The answer takes too long. You can send it again: it will not be done twice.',
    timeoutElsewhere: 'The answer takes too long. Check whether it is done before you send it again.',
    other: 'We could not send it. Try again in a moment.',
    title: 'Error: {title}',
  },
});
