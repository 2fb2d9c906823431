/** How to reach a person: telephone, e-mail, and WhatsApp where there is one (specification, section 2; SERVICE-1). */
import type { MouseEvent } from 'react';
import { customerServiceText } from '#content/messages/customer-service.ts';
import { readContacts } from '#contract/calls/support.ts';
import { hostClick } from '../bridge/host-click.ts';
import { hostPageLink } from '../host-page.ts';
import { openScreen, refusal } from '../open-screen.server.ts';
import { useShell } from '../shell.ts';
import { Bar } from '../ui/frame/bar.tsx';
import { Still } from '../ui/still.tsx';
import type { Route } from './+types/customer-service.ts';
import { contactRows } from './contact-rows.ts';
import { ServiceSections } from './service-sections.tsx';

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.text.title }];

export async function loader(args: Route.LoaderArgs) {
  const screen = openScreen(args);
  const { config, language, query } = screen;
  const answer = await screen.call(readContacts, {});
  if (!answer.success) throw refusal(answer);
  const text = customerServiceText[language];
  return {
    text,
    telephone: answer.data.phone,
    rows: contactRows(answer.data, text),
    complaintLink: screen.link(config.paths.complaint),
    backLink: hostPageLink(config.hostPages.main, query),
  };
}

export default function CustomerService({ loaderData }: Route.ComponentProps) {
  const { text, telephone, backLink } = loaderData;
  const { config } = useShell();
  const call = (event: MouseEvent) => {
    if ((event.target as Element).closest('a[href^="tel:"]')) {
      hostClick(config, { name: 'callTelephone', telephone })(event);
    }
  };
  return (
    <>
      <Bar title={text.title} backLink={backLink} text={text} config={config} />
      <main>
        <Still onClick={call}>{import.meta.env.SSR && <ServiceSections {...loaderData} />}</Still>
      </main>
    </>
  );
}
