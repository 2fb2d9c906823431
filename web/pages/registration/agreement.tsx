import { agreementTemplateText } from '#content/messages/registration.ts';
import { localeOf } from '#domain/language.ts';
import { marketSpeaking } from '#domain/market.ts';
import { Bar } from '#ui/frame/bar.tsx';
import { LegalArticle } from '#ui/frame/legal-article.tsx';
import { Note } from '#ui/notice/note.tsx';
import { publicScreen } from '../screen.tsx';
import { legalPage } from '../site/legal-page.ts';
import { openTemplate } from './open-template.ts';
import { promotionPaths } from './promotion-address.ts';
import { PromotionHead } from './promotion-frame.tsx';

/** Terms and privacy notice accepted by registering (specification, section 2; PROMO-7). */
export const agreementTemplate = publicScreen({
  path: () => promotionPaths.agreement,
  async load(open) {
    const { config } = open;
    const opened = await openTemplate(open, { remembers: true });
    const { language, plainLanguage, template, promotionLink } = opened;
    const text = agreementTemplateText[language];
    // The lender whose editions a registration records, whatever language the address has.
    const company = open.companies[template.market ?? marketSpeaking(plainLanguage, open.markets)];
    const inLanguage = { ...open, language: plainLanguage, company };
    const terms = legalPage(inLanguage, 'loan-terms');
    return {
      opened,
      head: {
        title: `${text.heading} · ${config.appName}`,
        description: terms.words.description,
        brandColor: template.color ?? config.brandColor,
      },
      text,
      backLink: promotionLink(promotionPaths.landing),
      /** Of the documents, if it differs from the page's. */
      documentLocale:
        language === plainLanguage ? undefined : localeOf(plainLanguage, template.market ?? undefined),
      documents: [terms, legalPage(inLanguage, 'privacy-notice')],
    };
  },
  title: ({ head }) => head.title,
  head: ({ head }) => <PromotionHead {...head} />,
  document: ({ opened }) => opened.document,
  page: ({ text, backLink, documentLocale, documents }) => (
    <>
      <Bar title={text.heading} backLink={backLink} text={text} />
      <main>
        {text.languageNote && (
          <section>
            <Note tone="plain">{text.languageNote}</Note>
          </section>
        )}
        <div lang={documentLocale}>
          {documents.map(({ document, text: { edition } }) => (
            <LegalArticle
              key={document.id}
              document={document}
              title={<h2>{document.title}</h2>}
              text={{ edition }}
              headingAs="h3"
            />
          ))}
        </div>
      </main>
    </>
  ),
});
