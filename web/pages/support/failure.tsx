import { contactPhrase } from '#content/legal/company-facts.ts';
import { failureText } from '#content/messages/failure.ts';
import { fill } from '#content/text-pack.ts';
import { ButtonLink } from '#ui/form/button.tsx';
import { Scene } from '#ui/frame/scene.tsx';
import { EmptyState } from '#ui/notice/empty-state.tsx';
import { hostPageLink } from '../host-page.ts';
import { screen } from '../screen.tsx';

/** Shown when the host could not open a session (specification, section 2; FAIL-1). */
export const failure = screen({
  path: ({ paths }) => paths.error,
  load: ({ company, config, language, query }) => ({
    text: failureText[language],
    contact: fill(failureText[language].contact, { contact: contactPhrase(company, language) }),
    loginLink: hostPageLink(config.hostPages.login, query),
    homeLink: hostPageLink(config.hostPages.main, query),
  }),
  title: ({ text }) => text.title,
  page: ({ text, contact, loginLink, homeLink }) => (
    <main>
      <EmptyState scene={<Scene name="horizon" />} headingAs="h1" heading={text.title} line={text.what}>
        <p className="hint">{text.note}</p>
        {loginLink && <ButtonLink href={loginLink}>{text.login}</ButtonLink>}
        {!loginLink && homeLink && <ButtonLink href={homeLink}>{text.home}</ButtonLink>}
        <p className="hint">{contact}</p>
      </EmptyState>
    </main>
  ),
});
