/** Joint login failure: the host could not open a session (specification, section 2; FAIL-1). Ships no script. */
import { failureText } from '#content/messages/failure.ts';
import { hostPageLink } from '../host-page.ts';
import { openScreen } from '../open-screen.server.ts';
import { ButtonLink } from '../ui/form/button.tsx';
import { Scene } from '../ui/frame/scene.tsx';
import { EmptyState } from '../ui/notice/empty-state.tsx';
import type { Route } from './+types/failure.ts';

export const handle = { script: false };

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.text.title }];

export function loader(args: Route.LoaderArgs) {
  const { config, language, query } = openScreen(args);
  return {
    text: failureText[language],
    loginLink: hostPageLink(config.hostPages.login, query),
    homeLink: hostPageLink(config.hostPages.main, query),
  };
}

export default function Failure({ loaderData }: Route.ComponentProps) {
  const { text, loginLink, homeLink } = loaderData;
  return (
    <main>
      <EmptyState scene={<Scene name="horizon" />} headingAs="h1" heading={text.title} line={text.what}>
        <p className="hint">{text.note}</p>
        {loginLink && <ButtonLink href={loginLink}>{text.login}</ButtonLink>}
        {!loginLink && homeLink && <ButtonLink href={homeLink}>{text.home}</ButtonLink>}
      </EmptyState>
    </main>
  );
}
