import { customerServiceText } from '#content/messages/customer-service.ts';
import { readContacts } from '#contract/calls/support.ts';
import { hostLink } from '#ui/bridge/links.tsx';
import { Rows } from '#ui/figures/rows.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { EmptyState } from '#ui/notice/empty-state.tsx';
import { hostPageLink } from '../host-page.ts';
import { screen } from '../screen.tsx';
import { contactRows } from './contact-rows.ts';

/** How to reach a person: telephone, e-mail, and WhatsApp where there is one (specification, section 2; SERVICE-1). */
export const customerService = screen({
  path: ({ paths }) => [paths.customerService, '/Dag'],
  script: 'host-links',
  async load(open) {
    const { config, language, query } = open;
    return {
      text: customerServiceText[language],
      contact: await open.ask(readContacts, {}),
      complaintLink: open.link(config.paths.complaint),
      backLink: hostPageLink(config.hostPages.main, query),
      setting: config.hostPages.setting,
      settingLink: hostPageLink(config.hostPages.setting, query),
    };
  },
  title: ({ text }) => text.title,
  page({ text, contact, complaintLink, backLink, setting, settingLink }) {
    const rows = contactRows(contact, text).map(({ label, value, link }) => ({
      label,
      value: link ? <a {...link}>{value}</a> : value,
    }));
    return (
      <>
        <Bar title={text.title} backLink={backLink} leavesPages />
        <main>
          {rows.length === 0 ? (
            <EmptyState heading={text.heading} line={text.noContact} />
          ) : (
            <section>
              <h2>{text.heading}</h2>
              <p>{text.line}</p>
              <Rows rows={rows} />
            </section>
          )}
          <section>
            <h2>{text.complaintHeading}</h2>
            <ButtonLink href={complaintLink} kind="second">
              {text.complaint}
            </ButtonLink>
            {settingLink && (
              <p>
                <a {...hostLink({ name: 'openPage', page: setting }, settingLink)}>{text.settings}</a>
              </p>
            )}
          </section>
        </main>
      </>
    );
  },
});
