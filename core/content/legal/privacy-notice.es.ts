import { marketOf } from '#domain/market.ts';
import { browserCookieDays } from '#domain/site/legal-figures.ts';
import { savedVoucherDays } from '#domain/site/saved-voucher.ts';
import { marketText } from '../market-words.ts';
import { type CompanyFacts, companyBlock, contactPhrase, type LegalContext } from './company-facts.ts';
import { type LegalText, list, paragraph, table } from './document.ts';
import { quoteDays, quoteYears } from './quoted-figures.ts';

/** Words of the specification's own documents, which have no market. */
const specificationWords = {
  location:
    'Usamos la ubicación solo de usuarios de México, y solo si usted la permite en su celular. Sirve para saber desde dónde se pide el préstamo y evitar fraudes. A usuarios de otros países no se la pedimos.',
  locationRefusal: 'Puede retirar el permiso cuando quiera en los ajustes de su celular.',
  dataRights: 'Sus derechos ARCO',
  dataAuthority:
    'Si no está de acuerdo con nuestra respuesta, puede acudir a la autoridad de protección de datos de su país.',
};

/** The privacy notice in Spanish (LEGAL-1). */
export function privacyNoticeEs({ company, figures }: LegalContext): LegalText {
  const contact = contactPhrase(company, 'es');
  const { documentSet } = company;
  const own = documentSet === 'specification' ? specificationWords : marketText(documentSet, 'es');
  const namesReceivers = documentSet !== 'specification';
  const staysInside = namesReceivers && company.sendsDataAbroad === false;
  return {
    title: 'Aviso de privacidad',
    summary: 'Qué datos personales tratamos, para qué, por cuánto tiempo y cómo decide usted sobre ellos.',
    sections: [
      {
        id: 'controller',
        heading: 'Quién es responsable de sus datos',
        blocks: [
          paragraph(
            `${company.lenderName} es responsable de los datos personales que usted nos da y de los que se generan cuando usa ${company.appName}: la app, estas páginas y su préstamo.`,
          ),
          companyBlock(company, 'es'),
          paragraph(`Para cualquier duda sobre sus datos, ${contact}.`),
        ],
      },
      {
        id: 'data',
        heading: 'Qué datos tratamos',
        blocks: [
          list(
            'Identidad: su nombre, fecha de nacimiento, nacionalidad, domicilio, número de celular, la foto de su identificación y una selfie.',
            'Préstamo: montos, plazos, fechas, pagos, atrasos, pagos aplazados y el contrato que aceptó.',
            'Cuenta y tarjetas: la cuenta en que recibe el préstamo y, si las guarda, las tarjetas con que paga.',
            'Celular y conexión: identificador del dispositivo, sistema, versión de la app, identificadores de usuario y de sesión, y dirección de internet.',
            'Visitas: la página o el anuncio por el que llegó y si quiso registrarse.',
            'Comunicación: sus mensajes, quejas, avisos de que pagó, cargos con los que no está de acuerdo, las imágenes que adjunta y las calificaciones que nos da.',
            'Ubicación y cámara: solo como dicen las secciones siguientes.',
          ),
          paragraph(
            'Estas páginas no leen su lista de contactos, su registro de llamadas ni las fotos que usted no elige. No le pedimos datos de salud, religión, opiniones políticas ni vida sexual. Los datos de su rostro son sensibles: los tratamos solo con su consentimiento expreso.',
          ),
        ],
      },
      {
        id: 'purposes',
        heading: 'Para qué los usamos',
        blocks: [
          paragraph('Sin estos usos no podemos prestarle:'),
          list(
            'Comprobar quién es usted y que cumple los requisitos.',
            'Estudiar su solicitud, depositar el préstamo, recibir sus pagos y aplazarlos.',
            'Atender sus quejas y sus mensajes, buscar los pagos de los que nos avisa y revisar los cargos con los que no está de acuerdo.',
            'Evitar fraudes y que alguien pida un préstamo a su nombre.',
            'Cumplir lo que la ley nos obliga, como la contabilidad y los impuestos.',
          ),
          paragraph('Estos usos son opcionales:'),
          list(
            'Saber qué página o anuncio lo trajo.',
            'Conocer su opinión para mejorar el servicio.',
            ...(company.remindedBy === 'nobody'
              ? []
              : [
                  'Recordarle sus fechas de pago, solo por los medios que usted activa en la página de su préstamo. Ahí mismo los desactiva.',
                ]),
          ),
          paragraph(
            `Puede negarse a los opcionales sin que cambie su préstamo; para hacerlo, ${contact}. No vendemos sus datos ni los usamos para publicidad de otras empresas.`,
          ),
        ],
      },
      {
        id: 'face',
        heading: 'Su selfie y la foto de su identificación',
        blocks: [
          paragraph(
            'Le pedimos una selfie y la comparamos con la foto de su identificación, para comprobar que quien pide el préstamo es usted. No la usamos para nada más.',
          ),
          paragraph(
            `Borramos la selfie y los datos de su rostro a más tardar ${figures.faceDataRetentionDays} después de la comparación.`,
          ),
        ],
      },
      {
        id: 'location',
        heading: 'Su ubicación',
        blocks: [paragraph(own.location), ...(own.locationRefusal ? [paragraph(own.locationRefusal)] : [])],
      },
      {
        id: 'camera',
        heading: 'La cámara',
        blocks: [
          paragraph(
            'Usamos la cámara solo cuando usted la abre: para la foto de su identificación, la selfie o una imagen que adjunta a una queja o a un aviso de que pagó.',
          ),
          paragraph(
            'A las imágenes que adjunta les quitamos la ubicación y los demás datos ocultos antes de guardarlas.',
          ),
        ],
      },
      {
        id: 'transfer',
        heading: 'A quién transferimos sus datos',
        blocks: [
          paragraph('Cada quien recibe solo los datos que necesita:'),
          list(
            'Bancos, procesadores de pago y tiendas: para depositar su préstamo y recibir sus pagos.',
            'Quien envía los SMS: su celular y el texto del mensaje.',
            'Proveedores que alojan nuestros sistemas o comprueban identidades: trabajan por encargo nuestro y no pueden usar los datos para sí.',
            'Quien adquiera su préstamo por cesión: los datos necesarios para administrarlo y cobrarlo.',
            ...(namesReceivers && company.creditBureaus !== null
              ? [
                  `Sociedades de información crediticia${company.creditBureaus ? ` (${company.creditBureaus})` : ''}: cómo paga su préstamo y, si usted lo autorizó, los datos para consultar su historial.`,
                ]
              : []),
            ...(namesReceivers && company.recoveryAgents
              ? [`Quien cobra por nosotros (${company.recoveryAgents}): sus datos de contacto y lo que debe.`]
              : []),
            'Autoridades: cuando una ley o una orden lo exige.',
          ),
          paragraph(
            staysInside
              ? 'Si una transferencia necesita su consentimiento, se lo pedimos antes y puede negarlo. Quien recibe sus datos debe cuidarlos como dice este aviso. Sus datos se guardan y se tratan solo en el país en que le prestamos.'
              : 'Si una transferencia necesita su consentimiento, se lo pedimos antes y puede negarlo. Quien recibe sus datos debe cuidarlos como dice este aviso, aunque esté en otro país.',
          ),
        ],
      },
      {
        id: 'retention',
        heading: 'Cuánto tiempo los guardamos y cómo los cuidamos',
        blocks: [
          paragraph(`${retentionWords(company)} Las imágenes que sube y no envía se borran.`),
          paragraph(
            'Los códigos que le enviamos por SMS se guardan de modo que nadie pueda leerlos. Su número de celular, sus códigos y su sesión no se escriben en los registros técnicos.',
          ),
        ],
      },
      {
        id: 'arco',
        heading: own.dataRights,
        blocks: [
          paragraph('Usted decide sobre sus datos, sin costo:'),
          list(
            'Acceso: saber qué datos suyos tenemos y cómo los usamos.',
            'Rectificación: corregir los que estén mal o incompletos.',
            'Cancelación: que los eliminemos cuando ya no hagan falta.',
            'Oposición: que dejemos de usarlos para algo en particular.',
          ),
          paragraph(
            `También puede retirar su consentimiento o limitar el uso de sus datos. Para pedirlo, ${contact}, y díganos:`,
          ),
          list(
            'Su nombre y cómo respondemos a su solicitud.',
            'Qué derecho ejerce y sobre qué datos.',
            'Un documento que acredite su identidad o la de quien lo representa.',
            'Si pide corregir un dato, el correcto y un documento que lo respalde.',
          ),
          table(
            'Plazos de una solicitud',
            ['Qué ocurre', 'Plazo'],
            [
              'Si falta algo, le pedimos corregir la solicitud',
              `${figures.arcoCorrectionRequestWorkingDays} desde que la recibimos`,
            ],
            [
              'Usted nos responde con lo que falta',
              `${figures.arcoCorrectionReplyWorkingDays} desde que se lo pedimos`,
            ],
            [
              'Le comunicamos nuestra decisión',
              `${figures.arcoDecisionDays} desde que recibimos la solicitud`,
            ],
            [
              'Si es favorable, la hacemos efectiva',
              `${figures.arcoEffectWorkingDays} desde que se la comunicamos`,
            ],
          ),
          paragraph(
            'Si no nos responde a tiempo, la solicitud se tiene por no presentada y puede enviarla otra vez. Hay datos que no podemos cancelar mientras su préstamo siga vigente o la ley nos obligue a guardarlos; si es el caso, se lo explicamos.',
          ),
          paragraph(own.dataAuthority),
        ],
      },
      {
        id: 'cookies',
        heading: 'Cookies',
        blocks: [
          paragraph(
            'Las cookies son textos pequeños que su navegador guarda. Estas páginas usan solo las que necesitan para funcionar. No hay cookies de publicidad ni de otras empresas.',
          ),
          paragraph(
            `La cookie de su sesión vence con ella. Las demás piden quedarse siempre, pero los navegadores actuales las borran a más tardar ${quoteDays(browserCookieDays, 'es')} después de guardarlas, y usted puede borrarlas antes en los ajustes del navegador o de la app. El borrador de una queja se guarda en su celular y se borra al enviarla.`,
          ),
          paragraph(
            `También se guardan en su celular los códigos de pago y los recibos que abre, para que los vea sin conexión hasta ${quoteDays(savedVoucherDays, 'es')} después. No los enviamos a nadie.`,
          ),
        ],
      },
      {
        id: 'changes',
        heading: 'Cambios a este aviso',
        blocks: [
          paragraph(
            'Publicamos cada cambio en esta página, con el número y la fecha de la nueva versión. Si cambia para qué usamos sus datos o a quién los transferimos, se lo avisamos antes y, cuando la ley lo pide, solicitamos su consentimiento.',
          ),
        ],
      },
    ],
  };
}

/** Years of retention; the lender's own promise only once it confirmed them. */
function retentionWords({ documentSet, retention }: CompanyFacts): string {
  if (documentSet === 'specification')
    return 'Guardamos los datos de su préstamo mientras está vigente y, después, solo el tiempo que la ley nos obliga.';
  const years = retention?.years ?? marketOf[documentSet].retentionYears;
  const loan = quoteYears(years.loan, 'es');
  if (!retention?.isConfirmed)
    return `Guardamos los datos de su préstamo mientras está vigente y al menos ${loan} después; pasado ese tiempo, los borramos cuando usted lo pide.`;
  const complaint = quoteYears(years.complaint, 'es');
  const registration = quoteYears(years.registration, 'es');
  return `Guardamos sus datos mientras su préstamo está vigente. Los borramos cuando pasaron ${loan} desde que terminó el último y ${complaint} desde que respondimos su última queja, cargo en duda o aviso de pago. Si nunca tuvo un préstamo, ${registration} después de su registro o de la última oferta que vio. En nuestros libros quedan los importes, sin su nombre. Solo esperamos más mientras un juicio o una autoridad lo exige.`;
}
