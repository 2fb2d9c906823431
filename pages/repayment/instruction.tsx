import { instructionText } from '#content/messages/instruction.ts';
import { fill } from '#content/text-pack.ts';
import { readExtension } from '#contract/calls/extension.ts';
import { readLoan } from '#contract/calls/loan.ts';
import {
  type ChannelKind,
  type PaymentInstruction,
  type PaymentPurpose,
  readPaymentInstruction,
  readRepayment,
} from '#contract/calls/repayment.ts';
import { safeLink } from '#contract/safe-address.ts';
import { amountInField } from '#domain/money/amount-input.ts';
import { type MinorAmount, MoneyError, minorAmountFromText } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { AmountHero } from '#ui/figures/amount-hero.tsx';
import { Copyable, CopyableCode } from '#ui/figures/copyable-code.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { Note } from '#ui/notice/note.tsx';
import { backendImage, backendLink } from '../backend-link.ts';
import { LivePayments } from '../loan/received.tsx';
import { fieldOf, type OpenScreen } from '../open-screen.ts';
import { PaidAlready } from '../payment-claim/claim-form.tsx';
import { Refusal } from '../problem.ts';
import { screen } from '../screen.tsx';
import { ChannelGroups } from './channel-groups.tsx';
import styles from './instruction.module.css';

/** How to pay one code, step by step (specification, section 2, `/carpmm`; INSTR-1). */
export const instruction = screen({
  path: () => '/carpmm',
  script: 'repay',
  async load(open) {
    const { config, language } = open;
    const key = open.key();
    const { paths, amountStyle } = config;
    const purpose: PaymentPurpose = open.parameter('requestType') === '2' ? 'extend' : 'repay';
    const asked = open.parameter('payCode');
    const answer = await open.call(readPaymentInstruction, {
      ...key,
      amountMinor: askedAmount(open.parameter('amount')),
      payCode: asked,
      purpose,
    });
    const madeFor = open.parameter('channel');
    if (!answer.success) {
      // A code that was made here and is gone was paid, as a rule: the loan's page says so.
      const isGone = answer.errorCode === 'not-found' || answer.errorCode === 'status-conflict';
      if (madeFor !== '' && isGone) return open.leaveTo(open.link(paths.order, key));
      throw Refusal.of(answer);
    }
    const given = await withListedCode(open, withImageApart(answer.data), { asked, purpose });
    // The address names the code from here on, so that looking again after paying makes no other one.
    if (isChannel(asked) && given.payCode !== '' && !isChannel(given.payCode)) {
      const [requestType, amount] = [open.parameter('requestType'), open.parameter('amount')];
      const named = { requestType, amount, payCode: given.payCode, channel: asked };
      return open.leaveTo(open.link(open.path, { ...key, ...named }));
    }
    const text = instructionText[language];
    const { payCode, codeImage, payLink, voucherLink, sections, imageSections } = given;
    const words = [payCode, codeImage, payLink, voucherLink, given.unavailable, given.title, given.text];
    return {
      saysNothing: words.every((each) => each === '') && sections.length + imageSections.length === 0,
      text,
      title: purpose === 'extend' ? text.titleExtend : text.title,
      given,
      amount: formatMoney(given.amountMinor, language, amountStyle, given.currency),
      topLogo: backendImage(open, given.topLogo),
      bottomLogo: backendImage(open, given.bottomLogo),
      codeImage: backendImage(open, given.codeImage),
      sections: given.sections
        .map((section) => ({ ...section, lines: section.lines.filter(Boolean) }))
        .filter(({ title, lines }) => title !== '' || lines.length > 0),
      imageSections: given.imageSections
        .map((section) => ({
          ...section,
          contactLink: contactLink(open, section.contact),
          images: section.images.map((image) => backendImage(open, image)).filter((image) => image !== null),
        }))
        .filter(({ title, contact, images }) => title !== '' || contact !== '' || images.length > 0),
      networks: given.networks.map(({ barcodeImage, ...network }) => ({
        ...network,
        barcode: backendImage(open, barcodeImage),
      })),
      purpose,
      payLink: safeLink(given.payLink, [], ['upi']),
      looks: await looksFor(open, given),
      voucherLink: backendLink(open, given.voucherLink),
      backLink: open.link(purpose === 'extend' ? paths.repayDelay : paths.repay, key),
    };
  },
  submit: payByWay,
  title: ({ title }) => title,
  currency: ({ given }) => given.currency,
  page({ open, text, title, given, amount, topLogo, bottomLogo, codeImage, backLink, purpose, ...page }) {
    const { payCode, companyName, note, unavailable, otherGroups } = given;
    const { payLink, voucherLink, looks, networks } = page;
    const feesLink = open.providerFeesUrl;
    return (
      <>
        <Bar title={title} backLink={backLink} helpLink={open.helpLink} text={text} />
        <main>
          <section>
            {topLogo && <img className={styles.logo} src={topLogo} alt="" />}
            <AmountHero label={text.total} amount={amount} />
          </section>
          <section>
            {page.saysNothing && (
              <Note tone="warn">
                {text.noCode} <a href={open.helpLink}>{text.askForCode}</a>
              </Note>
            )}
            {unavailable && <Note tone="warn">{unavailable}</Note>}
            {given.title && <h2>{given.title}</h2>}
            {given.text && <p>{given.text}</p>}
            {codeImage && (
              <div className={styles.sheet}>
                <img className={styles.code} src={codeImage} alt={fill(text.codeImage, { code: payCode })} />
              </div>
            )}
            {payCode && (
              <CopyableCode label={text.code} code={payCode} text={{ ...text, copied: text.codeCopied }} />
            )}
            {companyName && (
              <Copyable
                label={text.company}
                value={companyName}
                text={{ ...text, copied: text.companyCopied }}
              />
            )}
            {/* Who types a code at their bank types the amount too; a picture is shown, and a link has it already. */}
            {payCode && !codeImage && !payLink && (
              <CopyableCode
                label={text.amountToType}
                code={amountInField(given.amountMinor, given.currency)}
                text={{ ...text, copied: text.amountCopied }}
              />
            )}
            {note && <p className="hint">{note}</p>}
            {payLink && <ButtonLink href={payLink}>{text.openApp}</ButtonLink>}
            {voucherLink && (
              <p>
                <a href={voucherLink}>{text.seeVoucher}</a>
              </p>
            )}
          </section>
          {networks.map(({ payCode: code, agreement, shops, barcode }) => (
            <section key={code}>
              <h2>{fill(text.atShops, { shops: shops[0] ?? '' })}</h2>
              {shops.length > 1 && <p className="hint">{shops.join(', ')}</p>}
              {code !== payCode && (
                <>
                  {barcode && (
                    <div className={styles.sheet}>
                      <img className={styles.code} src={barcode} alt={fill(text.codeImage, { code })} />
                    </div>
                  )}
                  {agreement && (
                    <CopyableCode
                      label={text.agreement}
                      code={agreement}
                      text={{ ...text, copied: text.codeCopied }}
                    />
                  )}
                  <CopyableCode label={text.code} code={code} text={{ ...text, copied: text.codeCopied }} />
                </>
              )}
            </section>
          ))}
          {looks && <LivePayments open={open} {...looks} />}
          {otherGroups !== null && (
            <ChannelGroups
              open={open}
              groups={otherGroups}
              amountMinor={given.amountMinor}
              currency={given.currency}
              purpose={purpose}
            />
          )}
          {page.sections.map((section) => (
            <section key={section.title}>
              {section.title && <h2>{section.title}</h2>}
              <ol className={styles.steps}>
                {section.lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ol>
            </section>
          ))}
          {page.imageSections.map(({ title: heading, contact, contactLink: link, images }) => (
            <section key={heading}>
              {heading && <h2>{heading}</h2>}
              {images.map((image, index) => (
                <img
                  key={image}
                  className={styles.image}
                  src={image}
                  alt={fill(text.image, { number: index + 1, title: heading })}
                  loading="lazy"
                />
              ))}
              {contact && (
                <p>
                  {text.contact} {link ? <a href={link}>{contact}</a> : contact}
                </p>
              )}
            </section>
          ))}
          {given.claimToday && <PaidAlready amountMinor={given.amountMinor} today={given.claimToday} />}
          {(feesLink || bottomLogo) && (
            <section>
              {feesLink && (
                <p>
                  <a href={feesLink}>{text.fees}</a>
                </p>
              )}
              {bottomLogo && <img className={styles.bottomLogo} src={bottomLogo} alt="" />}
            </section>
          )}
        </main>
      </>
    );
  },
});

/** Makes the code of the way that was chosen for the amount of the address, and shows it; the other ways where there is none. */
async function payByWay(open: OpenScreen, form: FormData): Promise<Response> {
  const key = open.key();
  const { paths } = open.config;
  const [requestType, amount] = [open.parameter('requestType'), open.parameter('amount')];
  const isExtension = requestType === '2';
  const way = fieldOf(form, 'way');
  const otherWays = open.link(isExtension ? paths.repayDelay : paths.repay, key);
  if (!isChannel(way)) return open.leaveTo(otherWays);
  const made = await open.call(readPaymentInstruction, {
    ...key,
    amountMinor: askedAmount(amount),
    payCode: way,
    purpose: isExtension ? 'extend' : 'repay',
  });
  if (!made.success || made.data.payCode === '') return open.leaveTo(otherWays);
  const { payCode } = made.data;
  return open.leaveTo(open.link(open.path, { ...key, requestType, amount, payCode, channel: way }));
}

const channelKinds: readonly string[] = [
  ...(['bank-transfer', 'store', 'upi', 'virtual-account'] satisfies ChannelKind[]),
];

const isChannel = (payCode: string) => channelKinds.includes(payCode);

/**
 * An instruction whose code is what can be typed: of `repayCode` and `vCode` the specification does not say which is the image, and an
 * address is no code.
 */
function withImageApart(given: PaymentInstruction): PaymentInstruction {
  const { payCode, codeImage } = given;
  if (!isAddress(payCode)) return given;
  return { ...given, payCode: isAddress(codeImage) ? '' : codeImage, codeImage: payCode };
}

const isAddress = (text: string) => /^(?:https?:\/\/|\/|data:image\/)/i.test(text.trim());

/**
 * An instruction with the code it was asked with where its answer has none, if the backend lists that code among the ways to
 * pay: one that only the address names may be anybody's.
 */
async function withListedCode(
  open: OpenScreen,
  given: PaymentInstruction,
  { asked, purpose }: { readonly asked: string; readonly purpose: PaymentPurpose },
): Promise<PaymentInstruction> {
  if (given.payCode !== '' || given.unavailable !== '' || asked === '' || isChannel(asked)) return given;
  const key = open.key();
  const isExtension = purpose === 'extend';
  const ways = isExtension ? await open.call(readExtension, key) : await open.call(readRepayment, key);
  const groups = ways.success ? ways.data.channelGroups : [];
  const isListed = groups.some(({ channels }) => channels.some(({ payCode }) => payCode === asked));
  return isListed ? { ...given, payCode: asked } : given;
}

/** What shows that a payment arrived, where one may within seconds: for a code that a payment app takes. */
async function looksFor(open: OpenScreen, { payLink }: PaymentInstruction) {
  const key = open.key();
  const loan = payLink === '' ? null : await open.call(readLoan, key);
  const statement = loan?.success ? loan.data.statement : null;
  return statement && { statement, loanLink: open.link(open.config.paths.order, key) };
}

/** The amount of the address, minor units. Anything else is answered as a request the contract does not allow. */
function askedAmount(text: string): MinorAmount {
  try {
    return minorAmountFromText(text);
  } catch (error) {
    if (error instanceof MoneyError) throw Refusal.coded('request-invalid');
    throw error;
  }
}

/** A mail address or a link to ask at; null when the contact is neither, and then it is shown as text. */
function contactLink(open: OpenScreen, contact: string): string | null {
  if (/^[^\s@:/]+@[^\s@:/]+$/.test(contact)) return `mailto:${contact}`;
  return safeLink(contact, [], ['mailto', 'tel']) ?? backendLink(open, contact);
}
