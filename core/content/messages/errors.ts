import { textPack } from '../text-pack.ts';

/** Refusals, one text for each error code of the domain. */
export const errorText = textPack({
  es: {
    'session-required': 'Su sesión terminó. Entre otra vez para continuar.',
    'signature-invalid': 'La firma del mensaje no es válida.',
    'not-found': 'No encontramos lo que busca.',
    'method-not-allowed': 'Esta dirección no acepta esa solicitud.',
    'request-malformed': 'No pudimos leer la solicitud.',
    'request-invalid': 'El dato {field} no es válido.',
    'body-too-large': 'La solicitud es demasiado grande.',
    'body-too-slow': 'La solicitud llegó demasiado despacio. Vuelva a intentarlo con una mejor conexión.',
    'too-many-requests': 'Recibimos demasiadas solicitudes. Espere un momento y vuelva a intentarlo.',
    'offer-unavailable': 'Este préstamo no está disponible para usted en este momento.',
    'quote-expired': 'La oferta venció. Ábrala otra vez para ver las cifras de hoy.',
    'quote-mismatch': 'Las cifras no coinciden con la oferta. Ábrala otra vez y revísela antes de aceptar.',
    'open-loan-exists': 'Ya tiene un préstamo en curso de este producto.',
    'status-conflict': 'El préstamo cambió y esto ya no se puede hacer. Abra su préstamo para ver cómo está.',
    'payment-doubtful':
      'Ya hay un pago del mismo monto y día: {field}. Si es otro pago, dígalo con anotherPayment.',
    'version-conflict': 'Alguien lo cambió mientras tanto. Ábralo otra vez y revise antes de guardar.',
    'borrower-blocked':
      'Puede ver y pagar los préstamos que tiene, pero por ahora no pedir otro. Si tiene dudas, contáctenos.',
    'submission-repeated': 'Ya recibimos esta solicitud. No la envíe otra vez.',
    'sms-code-wrong': 'El código no coincide. Revise el SMS y escríbalo otra vez.',
    'sms-code-spent': 'Este código ya no sirve. Pida uno nuevo.',
    'sms-too-soon': 'Ya le enviamos un código. Puede pedir otro en {field} s.',
    'sms-limit-reached': 'Ahora no podemos enviarle otro código por SMS. Vuelva a intentarlo {field}.',
    'sms-unavailable': 'No pudimos enviar el SMS. Vuelva a intentarlo en unos minutos.',
    'card-declined': 'Su banco rechazó el pago y no se cobró nada. Use otra tarjeta o pague de otra forma.',
    'credit-card-refused':
      'Su préstamo no se paga con tarjeta de crédito. No se cobró nada. Use una de débito o pague de otra forma.',
    'extension-unavailable':
      'Este pago no se puede aplazar. Cada pago se aplaza una sola vez, y ninguno si eso costaría demasiado.',
    'captcha-wrong': 'El texto no coincide con la imagen. Escriba el de la imagen nueva.',
    'already-registered': 'Este celular ya está registrado. Descargue la aplicación y entre.',
    'collection-unsupported': 'El préstamo elegido no admite quejas de cobranza.',
    'complaint-empty': 'Escriba su opinión y sus sugerencias.',
    'complaint-too-long': 'El texto tiene más de 200 caracteres. Acórtelo y envíelo otra vez.',
    'complaint-images-exceeded': 'Puede agregar hasta 9 imágenes.',
    'complaint-image-unknown': 'Una de las imágenes ya no está. Quítela y agréguela otra vez.',
    'image-type': 'Ese archivo no es una imagen JPEG, PNG ni WebP. Elija otra o una captura de pantalla.',
    'image-too-large': 'La imagen pesa más de 8 MB. Elija otra más ligera.',
    'image-pixels-exceeded':
      'La imagen es demasiado grande (hasta 24 megapixeles). Elija otra más chica o una captura de pantalla.',
    'image-damaged': 'La imagen está dañada o incompleta. Elija otra.',
    'timed-out': 'La respuesta tardó demasiado. Vuelva a intentarlo.',
    'service-unavailable':
      'El servicio está ocupado y no pudimos atender esta solicitud. Espere unos segundos y vuelva a intentarlo.',
    internal: 'Algo falló de nuestro lado. Vuelva a intentarlo en unos minutos.',
  },
  en: {
    'session-required': 'Your session has ended. Sign in again to continue.',
    'signature-invalid': 'The signature of the message is not valid.',
    'not-found': 'We could not find what you are looking for.',
    'method-not-allowed': 'This address does not accept that request.',
    'request-malformed': 'We could not read the request.',
    'request-invalid': 'The value of {field} is not valid.',
    'body-too-large': 'The request is too large.',
    'body-too-slow': 'The request came too slowly. Try again with a better connection.',
    'too-many-requests': 'We received too many requests. Wait a moment and try again.',
    'offer-unavailable': 'This loan is not available to you at the moment.',
    'quote-expired': 'The offer has expired. Open it again to see the figures of today.',
    'quote-mismatch': 'The figures do not match the offer. Open it again and check it before you accept.',
    'open-loan-exists': 'You already have a loan of this product.',
    'status-conflict':
      'The loan has changed and this can no longer be done. Open your loan to see where it stands.',
    'payment-doubtful':
      'There is a payment of the same amount and day: {field}. If this is another payment, say so with anotherPayment.',
    'version-conflict': 'Somebody changed it meanwhile. Open it again and check before you save.',
    'borrower-blocked':
      'You can see and pay the loans you have, but not take another at the moment. Contact us if you have questions.',
    'submission-repeated': 'We already received this request. Please do not send it again.',
    'sms-code-wrong': 'The code does not match. Check the text message and enter it again.',
    'sms-code-spent': 'This code no longer works. Ask for a new one.',
    'sms-too-soon': 'We already sent you a code. You can ask for another in {field} s.',
    'sms-limit-reached': 'We cannot send you another code by text message now. Try again {field}.',
    'sms-unavailable': 'We could not send the text message. Try again in a few minutes.',
    'card-declined':
      'Your bank declined the payment and nothing was charged. Use another card or pay another way.',
    'credit-card-refused':
      'Your loan cannot be paid with a credit card. Nothing was charged. Use a debit card or pay another way.',
    'extension-unavailable':
      'This payment cannot be extended. Each payment is extended once, and none when that would cost too much.',
    'captcha-wrong': 'The text does not match the image. Enter the one in the new image.',
    'already-registered': 'This mobile number is already registered. Download the app and sign in.',
    'collection-unsupported': 'The selected order does not support sending collection types',
    'complaint-empty': 'Please provide your opinions and suggestions',
    'complaint-too-long': 'The text has more than 200 characters. Shorten it and send it again.',
    'complaint-images-exceeded': 'You can add up to 9 images.',
    'complaint-image-unknown': 'One of the images is no longer there. Remove it and add it again.',
    'image-type': 'That file is not a JPEG, PNG or WebP image. Choose another one, or a screenshot.',
    'image-too-large': 'The image is larger than 8 MB. Choose a smaller one.',
    'image-pixels-exceeded':
      'The image is too large (at most 24 megapixels). Choose a smaller one or a screenshot.',
    'image-damaged': 'The image is damaged or incomplete. Choose another one.',
    'timed-out': 'The answer took too long. Try again.',
    'service-unavailable':
      'The service is busy and could not take this request. Wait a few seconds and try again.',
    internal: 'Something failed on our side. Try again in a few minutes.',
  },
});
