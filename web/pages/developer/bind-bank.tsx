import { testPreviewText } from '#content/messages/test-preview.ts';
import { ButtonLink } from '#ui/form/button.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { Refusal } from '../problem.ts';
import { screen } from '../screen.tsx';
import { bindBankPath } from './bind-bank-path.ts';

/** Replaces the host's page for bank accounts until `HOST_PAGE_BIND_BANK` is set (TEST-1). */
export const bindBank = screen({
  path: () => bindBankPath,
  load(open) {
    if (!open.config.isDevelopment) throw Refusal.coded('not-found');
    return { text: testPreviewText[open.language] };
  },
  title: ({ text }) => text.bindBankTitle,
  head: () => <meta name="robots" content="noindex" />,
  page: ({ open, text }) => (
    <>
      <Bar title={text.bindBankTitle} text={{ back: '', help: '' }} />
      <main>
        <section>
          <p>{text.bindBankHint}</p>
          <ButtonLink href={open.link('/testPreview')}>{text.bindBankBack}</ButtonLink>
        </section>
      </main>
    </>
  ),
});
