import type { ReactNode } from 'react';
import { customerServiceText } from '#content/messages/customer-service.ts';
import { fill } from '#content/text-pack.ts';
import { type LoanDetail, readLoan } from '#contract/calls/loan.ts';
import { readContacts, type SupportContact } from '#contract/calls/support.ts';
import { telephoneAddress } from '#domain/bridge/actions.ts';
import { personalDataTypeId } from '#domain/complaint/complaint.ts';
import { isRunning } from '#domain/loan/loan-status.ts';
import { type MinorAmount, zeroMinor } from '#domain/money/money.ts';
import { mailtoAddress, whatsappAddress } from '#domain/support/contact-address.ts';
import { hostAction, hostLink } from '#ui/bridge/links.tsx';
import { Copyable } from '#ui/figures/copyable-code.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { callIcon, flagIcon, Icon, mailIcon, messageIcon, personIcon } from '#ui/frame/icons.tsx';
import { FoldLine, LinkBand, LinkLine, LinkList } from '#ui/frame/link-list.tsx';
import { EmptyState } from '#ui/notice/empty-state.tsx';
import { Note } from '#ui/notice/note.tsx';
import { chargeDisputePath } from '../charge-dispute/charges.tsx';
import { hostPageLink } from '../host-page.ts';
import { usePage, useText } from '../page-context.tsx';
import { paymentClaimPath } from '../payment-claim/claim-form.tsx';
import { screen } from '../screen.tsx';
import styles from './customer-service.module.css';

/**
 * Contact and frequent questions (specification, section 2; SERVICE-1). Opened from a loan, it shows its number and puts it into
 * messages.
 */
export const customerService = screen({
  path: ({ paths }) => [paths.customerService, '/Dag'],
  script: 'customer-service',
  async load(open) {
    const { config, language, query } = open;
    const key = open.key();
    const [contact, loan] = await Promise.all([
      open.ask(readContacts, {}),
      key.orderId === '' ? null : open.call(readLoan, key),
    ]);
    const known = loan?.success ? loan.data : null;
    return {
      text: customerServiceText[language],
      contact,
      loan: known,
      number: known ? known.balance?.orderNumber || known.orderNumber : '',
      // What is held while a loan runs pays what falls due next.
      creditMinor: (known && !isRunning(known.status) && known.statement?.heldMinor) || zeroMinor,
      complaintLink: open.link(config.paths.complaint, { orderId: key.orderId || undefined }),
      dataLink: open.link(config.paths.complaint, { problemType: personalDataTypeId }),
      backLink: known ? open.link(config.paths.order, key) : hostPageLink(config.hostPages.main, query),
      setting: config.hostPages.setting,
      settingLink: hostPageLink(config.hostPages.setting, query),
    };
  },
  title: ({ text }) => text.title,
  currency: ({ loan }) => loan?.currency ?? null,
  page({
    text,
    contact,
    loan,
    number,
    creditMinor,
    complaintLink,
    dataLink,
    backLink,
    setting,
    settingLink,
  }) {
    const { phone, whatsapp, email } = contact;
    return (
      <>
        <Bar title={text.title} backLink={backLink} leavesPages={loan === null} />
        <main>
          {[phone, whatsapp, email].every((way) => way === '') ? (
            <EmptyState heading={text.heading} line={text.noContact} />
          ) : (
            <Contact contact={contact} number={number} creditMinor={creditMinor} />
          )}
          {loan && <Questions loan={loan} />}
          <LinkBand>
            <LinkLine icon={flagIcon} href={complaintLink}>
              {text.complaint}
            </LinkLine>
            <LinkLine icon={personIcon} href={dataLink}>
              {text.personalData}
            </LinkLine>
            <Mail email={email} number={number} creditMinor={creditMinor} />
            {settingLink && (
              <LinkLine {...hostLink({ name: 'openPage', page: setting }, settingLink)}>
                {text.settings}
              </LinkLine>
            )}
          </LinkBand>
          <section>
            <Note tone="plain">{text.never}</Note>
          </section>
        </main>
      </>
    );
  },
});

/** `number` is empty for none; the credit is owed to the borrower. */
interface NamedLoan {
  readonly number: string;
  readonly creditMinor: MinorAmount;
}

function useMessage({ number, creditMinor }: NamedLoan): string {
  const { money } = usePage();
  const text = useText(customerServiceText);
  if (number === '') return '';
  return creditMinor > 0
    ? fill(text.creditMessage, { number, amount: money(creditMinor) })
    : fill(text.message, { number });
}

/** Each way to reach a person, checked before it becomes a link (BRIDGE-4). */
function Contact({
  contact: { phone, whatsapp, hours },
  ...loan
}: NamedLoan & { readonly contact: SupportContact }): ReactNode {
  const { number, creditMinor } = loan;
  const { money } = usePage();
  const text = useText(customerServiceText);
  const call = telephoneAddress(phone);
  const chat = whatsappAddress(whatsapp);
  const said = useMessage(loan);
  const message = said && `?text=${encodeURIComponent(said)}`;
  return (
    <section className={styles.contact}>
      {creditMinor > 0 && (
        <>
          <h2>{fill(text.credit, { amount: money(creditMinor) })}</h2>
          <p>{text.creditLine}</p>
        </>
      )}
      {number && <Copyable label={text.loanNumber} value={number} text={text} />}
      {call && (
        <ButtonLink href={call} {...hostAction({ name: 'callTelephone', telephone: phone })}>
          <Icon path={callIcon} />
          {text.call}
        </ButtonLink>
      )}
      {chat && (
        <ButtonLink href={chat + message} kind={call ? 'second' : 'main'}>
          <Icon path={messageIcon} />
          {text.chat}
        </ButtonLink>
      )}
      <p className="hint center">
        {[
          phone && (
            <span key="phone" className={`num ${styles.phone}`}>
              {phone}
            </span>
          ),
          whatsapp && !chat && whatsapp,
          hours,
        ]
          .filter(Boolean)
          .map((part, index) => [index > 0 && ' · ', part])}
      </p>
    </section>
  );
}

/** A mail that names the loan; plain text if the address is invalid. */
function Mail({ email, ...loan }: NamedLoan & { readonly email: string }): ReactNode {
  const { number, creditMinor } = loan;
  const text = useText(customerServiceText);
  const said = useMessage(loan);
  if (email === '') return null;
  const address = mailtoAddress(email);
  const body = creditMinor > 0 ? `&body=${encodeURIComponent(said)}` : '';
  const subject = number === '' ? '' : `?subject=${encodeURIComponent(number)}${body}`;
  if (address === null) return <li>{email}</li>;
  return (
    <LinkLine icon={mailIcon} href={address + subject} note={email}>
      {text.email}
    </LinkLine>
  );
}

function Questions({ loan: { status, statement, isExtendable } }: { readonly loan: LoanDetail }): ReactNode {
  const { key, link, paths } = usePage();
  const text = useText(customerServiceText);
  if (!isRunning(status)) return null;
  const takesClaims = statement?.claims != null;
  const hasCharges = (statement?.charges ?? []).length > 0;
  return (
    <section>
      <h2>{text.questions}</h2>
      <LinkList>
        <FoldLine title={text.notThere}>
          <p>
            {text.notThereAnswer} {takesClaims && <a href={link(paymentClaimPath, key)}>{text.tellPaid}</a>}
          </p>
        </FoldLine>
        <FoldLine title={text.cannotPay}>
          <p>
            {text.cannotPayAnswer} <a href={link(paths.repay, key)}>{text.payPart}</a>
            {isExtendable && ' · '}
            {isExtendable && <a href={link(paths.repayDelay, key)}>{text.extend}</a>}
          </p>
        </FoldLine>
        {hasCharges && (
          <FoldLine title={text.tooMuch}>
            <p>
              {text.tooMuchAnswer} <a href={link(chargeDisputePath, key)}>{text.reviewCharges}</a>
            </p>
          </FoldLine>
        )}
      </LinkList>
    </section>
  );
}
