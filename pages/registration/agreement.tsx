/** The terms and the privacy notice that registering accepts (specification, section 2; PROMO-7). */
import type { MetaDescriptor } from 'react-router';
import { agreementTemplateText } from '#content/messages/registration.ts';
import { localeOf } from '#domain/language.ts';
import { openScreen } from '../open-screen.server.ts';
import { useShell } from '../shell.ts';
import { legalPage } from '../site/legal-page.ts';
import { Bar } from '../ui/frame/bar.tsx';
import { LegalArticle } from '../ui/frame/legal-article.tsx';
import { Note } from '../ui/notice/note.tsx';
import type { Route } from './+types/agreement.ts';
import { openTemplate } from './open-template.server.ts';
import { promotionMeta } from './promotion-meta.ts';
import { promotionPaths } from './promotion-paths.ts';

export const handle = { script: false };

export function meta({ loaderData }: Route.MetaArgs): MetaDescriptor[] {
  return promotionMeta(loaderData?.head);
}

export async function loader(args: Route.LoaderArgs) {
  const screen = openScreen(args);
  const { config } = screen;
  const opened = await openTemplate(screen, args.request, { remembers: true });
  const { language, plainLanguage, template, ownDocument, promotionLink } = opened;
  const text = agreementTemplateText[language];
  const inLanguage = { ...screen, language: plainLanguage };
  const documents = [legalPage(inLanguage, 'loan-terms'), legalPage(inLanguage, 'privacy-notice')];
  return {
    ownDocument,
    head: {
      title: `${text.heading} · ${config.appName}`,
      description: documents[0]?.words.description ?? text.heading,
      brandColor: template.color ?? config.brandColor,
    },
    text,
    backLink: promotionLink(promotionPaths.landing),
    /** Of the documents, where it is not the page's. */
    documentLocale: language === plainLanguage ? undefined : localeOf(plainLanguage),
    documents: documents.map(({ document, text: { edition } }) => ({ document, text: { edition } })),
  };
}

export default function AgreementTemplate({ loaderData }: Route.ComponentProps) {
  const { text, backLink, documentLocale, documents } = loaderData;
  const { config } = useShell();
  return (
    <>
      <Bar title={text.heading} backLink={backLink} text={text} config={config} />
      <main>
        {text.languageNote && (
          <section>
            <Note tone="plain">{text.languageNote}</Note>
          </section>
        )}
        <div lang={documentLocale}>
          {documents.map(({ document, text: documentText }) => (
            <LegalArticle
              key={document.id}
              document={document}
              title={<h2>{document.title}</h2>}
              text={documentText}
              headingAs="h3"
            />
          ))}
        </div>
      </main>
    </>
  );
}
