import { companyBlock, contactPhrase, type LegalContext } from './company-facts.ts';
import { type LegalText, list, paragraph } from './document.ts';

/** About us in Spanish (LEGAL-4). */
export function aboutUsEs({ company, figures }: LegalContext): LegalText {
  return {
    title: 'Quiénes somos',
    summary: `Qué es ${company.appName}, quién presta el dinero y cómo hablar con nosotros.`,
    sections: [
      {
        id: 'who',
        heading: 'Qué hacemos',
        blocks: [
          paragraph(
            `${company.appName === company.lenderName ? '' : `${company.appName} es el servicio con el que `}${company.lenderName} presta dinero a personas, a plazos de ${figures.minimumTermDays} a ${figures.maximumTermDays}. El préstamo se pide, se acepta y se paga desde el celular.`,
          ),
          companyBlock(company, 'es'),
        ],
      },
      {
        id: 'how',
        heading: 'Cómo trabajamos',
        blocks: [
          list(
            'Primero el costo: usted ve lo que recibe y lo que paga, con el mismo tamaño, antes de aceptar.',
            'Las cifras no se mueven: lo que acepta es lo que queda en su contrato.',
            'Si no puede pagar a tiempo, le mostramos lo que cuesta aplazar y lo que cuesta no hacerlo.',
            'Una queja se puede presentar siempre, también con pagos atrasados.',
          ),
        ],
      },
      {
        id: 'never',
        heading: 'Lo que no hacemos',
        blocks: [
          list(
            'No pedimos depósitos por adelantado.',
            'No pedimos la contraseña de su banco.',
            'No cobramos por registrarse ni por solicitar.',
          ),
          paragraph(
            `Si alguien le pide algo así en nuestro nombre, no pague y ${contactPhrase(company, 'es')}.`,
          ),
        ],
      },
      {
        id: 'contact',
        heading: 'Cómo hablar con nosotros',
        blocks: [
          paragraph(
            `Para preguntas sobre su préstamo, ${contactPhrase(company, 'es')}. Para una queja use la app, en Quejas: queda registrada y ahí mismo ve la respuesta.`,
          ),
        ],
      },
    ],
  };
}
