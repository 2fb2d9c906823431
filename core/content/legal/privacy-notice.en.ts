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
    'We use the location of users in Mexico only, and only if you allow it on your phone. It shows where the loan is asked for and helps to prevent fraud. We do not ask users in other countries for it.',
  locationRefusal: 'You can withdraw the permission at any time in the settings of your phone.',
  dataRights: 'Your ARCO rights',
  dataAuthority:
    'If you do not agree with our answer, you can turn to the data protection authority of your country.',
};

/** The privacy notice in English (LEGAL-1). */
export function privacyNoticeEn({ company, figures }: LegalContext): LegalText {
  const contact = contactPhrase(company, 'en');
  const { documentSet } = company;
  const own = documentSet === 'specification' ? specificationWords : marketText(documentSet, 'en');
  const namesReceivers = documentSet !== 'specification';
  const staysInside = namesReceivers && company.sendsDataAbroad === false;
  return {
    title: 'Privacy notice',
    summary: 'Which personal data we process, what for, for how long, and how you decide about them.',
    sections: [
      {
        id: 'controller',
        heading: 'Who is responsible for your data',
        blocks: [
          paragraph(
            `${company.lenderName} is responsible for the personal data you give us and for those that arise when you use ${company.appName}: the app, these pages and your loan.`,
          ),
          companyBlock(company, 'en'),
          paragraph(`For any question about your data, ${contact}.`),
        ],
      },
      {
        id: 'data',
        heading: 'Which data we process',
        blocks: [
          list(
            'Identity: your name, date of birth, nationality, address, mobile number, the photo on your ID and a selfie.',
            'Loan: amounts, terms, dates, payments, delays, extensions and the agreement you accepted.',
            'Account and cards: the account that receives the loan and, if you save them, the cards you pay with.',
            'Phone and connection: device identifier, system, app version, user and session identifiers, and internet address.',
            'Visits: the page or advertisement you came from and whether you wanted to register.',
            'Communication: your messages, complaints, payments you told us of, charges you do not agree with, the images you attach and the ratings you give us.',
            'Location and camera: only as the sections below say.',
          ),
          paragraph(
            'These pages do not read your contacts, your call log or any photo you do not choose. We do not ask about health, religion, political opinions or sexual life. The data of your face are sensitive: we process them only with your express consent.',
          ),
        ],
      },
      {
        id: 'purposes',
        heading: 'What we use them for',
        blocks: [
          paragraph('Without these uses we cannot lend to you:'),
          list(
            'Checking who you are and that you meet the requirements.',
            'Assessing your application, paying out the loan, receiving your payments and extending their dates.',
            'Handling your complaints and messages, looking for the payments you tell us of and reviewing the charges you do not agree with.',
            'Preventing fraud, and anyone from asking for a loan in your name.',
            'Doing what the law requires of us, such as accounts and taxes.',
          ),
          paragraph('These uses are optional:'),
          list(
            'Knowing which page or advertisement brought you here.',
            'Learning your opinion to improve the service.',
            ...(company.remindedBy === 'nobody'
              ? []
              : [
                  'Reminding you of your due dates, only by the means you turn on on the page of your loan. You turn them off there too.',
                ]),
          ),
          paragraph(
            `You may refuse the optional ones and your loan stays the same; to do so, ${contact}. We do not sell your data or use them for the advertising of other companies.`,
          ),
        ],
      },
      {
        id: 'face',
        heading: 'Your selfie and the photo on your ID',
        blocks: [
          paragraph(
            'We ask you for a selfie and compare it with the photo on your ID, to check that the person asking for the loan is you. We use it for nothing else.',
          ),
          paragraph(
            `We delete the selfie and the data of your face no later than ${figures.faceDataRetentionDays} after the comparison.`,
          ),
        ],
      },
      {
        id: 'location',
        heading: 'Your location',
        blocks: [paragraph(own.location), ...(own.locationRefusal ? [paragraph(own.locationRefusal)] : [])],
      },
      {
        id: 'camera',
        heading: 'The camera',
        blocks: [
          paragraph(
            'We use the camera only when you open it: for the photo of your ID, the selfie or an image you attach to a complaint or when you tell us that you paid.',
          ),
          paragraph(
            'We remove the location and other hidden data from the images you attach before we store them.',
          ),
        ],
      },
      {
        id: 'transfer',
        heading: 'Whom we transfer your data to',
        blocks: [
          paragraph('Each receives only the data it needs:'),
          list(
            'Banks, payment processors and stores: to pay out your loan and receive your payments.',
            'The sender of text messages: your mobile number and the text of the message.',
            'Providers that host our systems or check identities: they work on our behalf and may not use the data for themselves.',
            'Whoever acquires your loan by assignment: the data needed to manage and collect it.',
            ...(namesReceivers && company.creditBureaus !== null
              ? [
                  `Credit bureaus${company.creditBureaus ? ` (${company.creditBureaus})` : ''}: how you pay your loan and, if you authorised it, the data to look up your record.`,
                ]
              : []),
            ...(namesReceivers && company.recoveryAgents
              ? [
                  `Whoever collects for us (${company.recoveryAgents}): your contact details and what you owe.`,
                ]
              : []),
            'Authorities: when a law or an order requires it.',
          ),
          paragraph(
            staysInside
              ? 'If a transfer needs your consent, we ask you first and you may refuse. Whoever receives your data must protect them as this notice says. Your data are stored and processed only in the country where we lend to you.'
              : 'If a transfer needs your consent, we ask you first and you may refuse. Whoever receives your data must protect them as this notice says, also in another country.',
          ),
        ],
      },
      {
        id: 'retention',
        heading: 'How long we keep them and how we protect them',
        blocks: [
          paragraph(`${retentionWords(company)} Images that you upload and do not send are deleted.`),
          paragraph(
            'The codes we send you by text message are stored so that nobody can read them. Your mobile number, your codes and your session are not written to technical logs.',
          ),
        ],
      },
      {
        id: 'arco',
        heading: own.dataRights,
        blocks: [
          paragraph('You decide about your data, at no cost:'),
          list(
            'Access: to know which of your data we hold and how we use them.',
            'Rectification: to correct those that are wrong or incomplete.',
            'Cancellation: to have them deleted once they are no longer needed.',
            'Objection: to have us stop using them for a certain purpose.',
          ),
          paragraph(
            `You can also withdraw your consent or limit the use of your data. To ask for it, ${contact}, and tell us:`,
          ),
          list(
            'Your name and how we should answer your request.',
            'Which right you exercise and over which data.',
            'A document that proves your identity or that of your representative.',
            'If you ask for a correction, the right value and a document that supports it.',
          ),
          table(
            'Time limits of a request',
            ['What happens', 'Time limit'],
            [
              'If something is missing, we ask you to correct the request',
              `${figures.arcoCorrectionRequestWorkingDays} after we receive it`,
            ],
            ['You reply with what is missing', `${figures.arcoCorrectionReplyWorkingDays} after we ask you`],
            ['We tell you our decision', `${figures.arcoDecisionDays} after we receive the request`],
            ['If we grant it, we put it into effect', `${figures.arcoEffectWorkingDays} after we tell you`],
          ),
          paragraph(
            'If you do not reply in time, the request counts as not made and you can send it again. Some data cannot be cancelled while your loan runs or while the law obliges us to keep them; if so, we explain it to you.',
          ),
          paragraph(own.dataAuthority),
        ],
      },
      {
        id: 'cookies',
        heading: 'Cookies',
        blocks: [
          paragraph(
            'Cookies are small texts that your browser stores. These pages use only those they need in order to work. There are no cookies for advertising or of other companies.',
          ),
          paragraph(
            `The cookie of your session expires with it. The others ask to stay for good, but today’s browsers remove them at the latest ${quoteDays(browserCookieDays, 'en')} after they store them, and you can delete them sooner in the settings of the browser or the app. The draft of a complaint is stored on your phone and deleted when you send it.`,
          ),
          paragraph(
            `The payment codes and receipts you open are stored on your phone too, so that you can see them without a connection for up to ${quoteDays(savedVoucherDays, 'en')} afterwards. We send them to nobody.`,
          ),
        ],
      },
      {
        id: 'changes',
        heading: 'Changes to this notice',
        blocks: [
          paragraph(
            'We publish every change on this page, with the number and date of the new version. If we change what we use your data for or whom we transfer them to, we tell you beforehand and, where the law requires it, ask for your consent.',
          ),
        ],
      },
    ],
  };
}

/** Years of retention; the lender's own promise only once it confirmed them. */
function retentionWords({ documentSet, retention }: CompanyFacts): string {
  if (documentSet === 'specification')
    return 'We keep the data of your loan while it runs and, after that, only for as long as the law requires.';
  const years = retention?.years ?? marketOf[documentSet].retentionYears;
  const loan = quoteYears(years.loan, 'en');
  if (!retention?.isConfirmed)
    return `We keep the data of your loan while it runs and for at least ${loan} after that; from then on we delete them when you ask us to.`;
  const complaint = quoteYears(years.complaint, 'en');
  const registration = quoteYears(years.registration, 'en');
  return `We keep your data while your loan runs. We delete them once ${loan} have passed since the last one ended and ${complaint} since we answered your last complaint, disputed charge or payment you told us of. If you never had a loan, ${registration} after you registered or saw your last offer. Our books keep the amounts, without your name. We wait longer only while a court case or an authority requires it.`;
}
