import { customerServiceText } from '#content/messages/customer-service.ts';
import { readContacts, type SupportContact } from '#contract/calls/support.ts';
import { telephoneAddress } from '#domain/bridge/actions.ts';
import { CallLink } from '../bridge/links.tsx';
import { hostPageLink } from '../host-page.ts';
import { screen } from '../screen.tsx';
import { Rows } from '../ui/figures/rows.tsx';
import { ButtonLink } from '../ui/form/button.tsx';
import { Bar } from '../ui/frame/bar.tsx';
import { EmptyState } from '../ui/notice/empty-state.tsx';

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
    };
  },
  title: ({ text }) => text.title,
  page({ text, contact, complaintLink, backLink }) {
    const rows = contactRows(contact, text);
    return (
      <>
        <Bar title={text.title} backLink={backLink} text={text} />
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
          </section>
        </main>
      </>
    );
  },
});

const mailAddress = /^[^\s@<>"',;:\\()[\]]+@[^\s@<>"',;:\\()[\]]+$/;

/** The ways that the backend names, each checked before it becomes a link (SERVICE-1, BRIDGE-4). */
function contactRows(
  { phone, whatsapp, email }: SupportContact,
  text: { readonly telephone: string; readonly whatsapp: string; readonly email: string },
) {
  const mailLink = mailAddress.test(email) && `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
  const whatsappLink = whatsappAddress(whatsapp);
  return [
    phone && { label: text.telephone, value: <CallLink telephone={phone} /> },
    whatsapp && {
      label: text.whatsapp,
      value: whatsappLink ? <a href={whatsappLink}>{whatsapp}</a> : whatsapp,
    },
    email && { label: text.email, value: mailLink ? <a href={mailLink}>{email}</a> : email },
  ].filter((row) => row !== '');
}

/** The `wa.me` address of a number with its country code; null for any other text. */
function whatsappAddress(number: string): string | null {
  const digits = telephoneAddress(number)?.replace(/\D/g, '') ?? '';
  return digits.length >= 8 ? `https://wa.me/${digits}` : null;
}
