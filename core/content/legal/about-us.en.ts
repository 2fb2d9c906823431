import { companyBlock, contactPhrase, type LegalContext } from './company-facts.ts';
import { type LegalText, list, paragraph } from './document.ts';

/** About us in English (LEGAL-4). */
export function aboutUsEn({ company, figures }: LegalContext): LegalText {
  return {
    title: 'About us',
    summary: `What ${company.appName} is, who lends the money and how to talk to us.`,
    sections: [
      {
        id: 'who',
        heading: 'What we do',
        blocks: [
          paragraph(
            `${company.appName === company.lenderName ? '' : `${company.appName} is the service through which `}${company.lenderName} lends money to people, for terms of ${figures.minimumTermDays} to ${figures.maximumTermDays}. The loan is asked for, accepted and paid from a mobile phone.`,
          ),
          companyBlock(company, 'en'),
        ],
      },
      {
        id: 'how',
        heading: 'How we work',
        blocks: [
          list(
            'Cost first: you see what you receive and what you pay, in the same size, before you accept.',
            'The figures do not move: what you accept is what stands in your agreement.',
            'If you cannot pay on time, we show what it costs to extend and what it costs not to.',
            'A complaint can always be made, also with late payments.',
          ),
        ],
      },
      {
        id: 'never',
        heading: 'What we do not do',
        blocks: [
          list(
            'We do not ask for deposits in advance.',
            'We do not ask for the password of your bank.',
            'We do not charge for registering or applying.',
          ),
          paragraph(
            `If anyone asks for such a thing in our name, do not pay and ${contactPhrase(company, 'en')}.`,
          ),
        ],
      },
      {
        id: 'contact',
        heading: 'How to talk to us',
        blocks: [
          paragraph(
            `For questions about your loan, ${contactPhrase(company, 'en')}. For a complaint use the app, under Complaints: it is recorded, and you see the answer there.`,
          ),
        ],
      },
    ],
  };
}
