import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
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
import { backendAddress, safeLink } from '#contract/safe-address.ts';
import { amountInField } from '#domain/money/amount-input.ts';
import { type MinorAmount, MoneyError, minorAmountFromText } from '#domain/money/money.ts';
import { voucherIdOf } from '#domain/site/saved-voucher.ts';
import { AmountHero } from '#ui/figures/amount-hero.tsx';
import { Codes, Copyable, CopyableCode, groupsOf } from '#ui/figures/copyable-code.tsx';
import { Rows } from '#ui/figures/rows.tsx';
import { SavedPage } from '#ui/figures/saved-page.tsx';
import { Slip } from '#ui/figures/slip.tsx';
import { Button, ButtonLink } from '#ui/form/button.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { Icon, listIcon, messageIcon, paperIcon, payByPhoneIcon, printIcon } from '#ui/frame/icons.tsx';
import { FoldLine, LinkBand, LinkLine } from '#ui/frame/link-list.tsx';
import { Pin } from '#ui/frame/pin.tsx';
import { Note } from '#ui/notice/note.tsx';
import { backendImage, backendLink, isFollowed } from '../backend-link.ts';
import { loanMark } from '../loan/loan-mark.ts';
import { LivePayments } from '../loan/received.tsx';
import { fieldOf, type OpenScreen } from '../open-screen.ts';
import { usePage, useText } from '../page-context.tsx';
import { PaidAlready } from '../payment-claim/claim-form.tsx';
import { Refusal } from '../problem.ts';
import { screen } from '../screen.tsx';
import styles from './instruction.module.css';
import { PayWays } from './pay-ways.tsx';

/** How to pay one code, step by step (specification, section 2, `/carpmm`; INSTR-1). */
export const instruction = screen({
  path: () => '/carpmm',
  script: 'repay',
  async load(open) {
    const { paths } = open.config;
    const key = open.key();
    const purpose = purposeOf(open);
    const requestedCode = open.parameter('payCode');
    const receivedBefore = open.parameter('received');
    const answer = await open.call(readPaymentInstruction, {
      ...key,
      amountMinor: requestedAmount(open),
      payCode: requestedCode,
      purpose,
      ...(/^\d{1,15}$/.test(receivedBefore) && { receivedBeforeMinor: minorAmountFromText(receivedBefore) }),
    });
    if (!answer.success) {
      // A code created here that is gone was usually paid; the loan's page shows it.
      const isGone = answer.errorCode === 'not-found' || answer.errorCode === 'status-conflict';
      if (open.parameter('channel') !== '' && isGone) return open.leaveTo(open.link(paths.order, key));
      throw Refusal.of(answer);
    }
    const answered = await withListedCode(open, withImageApart(answer.data), { requestedCode, purpose });
    // The address names the code from now on, so that a reload after paying creates no other one.
    if (isChannel(requestedCode) && answered.payCode !== '' && !isChannel(answered.payCode)) {
      return open.leaveTo(createdCodeLink(open, answered, requestedCode));
    }
    const text = instructionText[open.language];
    return {
      text,
      title: purpose === 'extend' ? text.titleExtend : text.title,
      code: checkedCode(open, answered),
      purpose,
      looks: await statementToWatch(open, answered),
      backLink: open.link(purpose === 'extend' ? paths.repayDelay : paths.repay, key),
    };
  },
  submit: payByWay,
  title: ({ title }) => title,
  currency: ({ code }) => code.currency,
  page({ open, text, title, code, backLink, purpose, looks }) {
    if (code.isPaid) return <PaidAlreadyByOther open={open} title={title} code={code} />;
    const isSlip = code.codeImage !== null && code.payLink === null;
    return (
      <>
        <Bar title={isSlip ? text.titleSlip : title} backLink={backLink} helpLink={open.helpLink} />
        <main>
          <CodeNotices code={code} />
          {isSlip ? <VoucherSlip code={code} /> : <CodeToPay code={code} />}
          <Networks code={code} />
          {looks && <LivePayments {...looks} />}
          {code.otherGroups !== null && (
            <section>
              <PayWays
                groups={code.otherGroups}
                amountMinor={code.amountMinor}
                purpose={purpose}
                usual={null}
                opened=""
                card={null}
              />
            </section>
          )}
          <MoreAbout code={code} title={title} isSlip={isSlip} feesLink={open.providerFeesUrl} />
          {code.bottomLogo && (
            <section>
              <img className={styles.bottomLogo} src={code.bottomLogo} alt="" />
            </section>
          )}
          {isSlip && (
            <span className="js">
              <Pin above={open.query.userId && <p className="center">{text.worksOffline}</p>}>
                <Button type="button" {...marks({ prints: '' })}>
                  <Icon path={printIcon} size={22} />
                  {text.print}
                </Button>
              </Pin>
            </span>
          )}
        </main>
      </>
    );
  },
});

function purposeOf(open: OpenScreen): PaymentPurpose {
  return open.parameter('requestType') === '2' ? 'extend' : 'repay';
}

/** An instruction with checked links and images, null for those not allowed, and without empty parts. */
type CheckedCode = ReturnType<typeof checkedCode>;

function checkedCode(open: OpenScreen, answered: PaymentInstruction) {
  const { topLogo, bottomLogo, codeImage, payLink, voucherLink, sections, imageSections, networks } =
    answered;
  const words = [answered.payCode, codeImage, payLink, voucherLink];
  words.push(answered.unavailable, answered.title, answered.text);
  return {
    ...answered,
    isEmpty: words.every((each) => each === '') && sections.length + imageSections.length === 0,
    topLogo: backendImage(open, topLogo),
    bottomLogo: backendImage(open, bottomLogo),
    codeImage: backendImage(open, codeImage),
    payLink: safeLink(payLink, [], ['upi']),
    voucherLink: backendLink(open, voucherLink),
    sections: sections
      .map((section) => ({ ...section, lines: section.lines.filter(Boolean) }))
      .filter(({ title, lines }) => title !== '' || lines.length > 0),
    imageSections: imageSections
      .map((section) => ({
        ...section,
        contactLink: contactLink(open, section.contact),
        images: section.images.map((image) => backendImage(open, image)).filter((image) => image !== null),
      }))
      .filter(({ title, contact, images }) => title !== '' || contact !== '' || images.length > 0),
    networks: networks.map((network) => ({
      ...network,
      barcodeImage: backendImage(open, network.barcodeImage),
    })),
  };
}

interface CodeProperties {
  readonly code: CheckedCode;
}

function CodeNotices({ code: { isEmpty, unavailable } }: CodeProperties): ReactNode {
  const text = useText(instructionText);
  const { helpLink } = usePage();
  return (
    <>
      {isEmpty && (
        <section>
          <Note tone="warn">
            {text.noCode} <a href={helpLink}>{text.askForCode}</a>
          </Note>
        </section>
      )}
      {unavailable && (
        <section>
          <Note tone="warn">{unavailable}</Note>
        </section>
      )}
    </>
  );
}

function MoreAbout({
  code,
  title,
  isSlip,
  feesLink,
}: CodeProperties & {
  readonly title: string;
  readonly isSlip: boolean;
  readonly feesLink: string;
}): ReactNode {
  const text = useText(instructionText);
  return (
    <LinkBand>
      {code.sections.map((section) => (
        <FoldLine key={section.title} icon={listIcon} title={section.title || title}>
          <ol className={styles.steps}>
            {section.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </FoldLine>
      ))}
      {isSlip && (
        <FoldLine icon={paperIcon} title={text.slipData}>
          <SlipData code={code} />
        </FoldLine>
      )}
      {code.imageSections.map(({ title: heading, contact, contactLink: link, images }) => (
        <FoldLine key={heading} icon={messageIcon} title={heading || text.contact}>
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
        </FoldLine>
      ))}
      {code.claimToday && <PaidAlready amountMinor={code.amountMinor} today={code.claimToday} />}
      {feesLink && <LinkLine href={feesLink}>{text.fees}</LinkLine>}
    </LinkBand>
  );
}

/** The amount was paid by another way; the stored slip is replaced by one that says so. */
function PaidAlreadyByOther({
  open,
  title,
  code,
}: CodeProperties & { readonly open: OpenScreen; readonly title: string }): ReactNode {
  const loanLink = open.link(open.config.paths.order, open.key());
  return (
    <>
      <Bar title={title} backLink={loanLink} helpLink={open.helpLink} />
      <main>
        <section>
          <Note tone="ok">
            <b>{code.title}.</b> {code.text}
          </Note>
          <SavedPage
            owner={open.query.userId}
            voucher={{
              id: voucherIdOf(open.parameter('payCode')),
              title: code.title,
              rows: [],
              loan: loanMark(open.key().orderId),
            }}
          />
        </section>
        <section>
          <ButtonLink href={loanLink}>{instructionText[open.language].seeLoan}</ButtonLink>
        </section>
      </main>
    </>
  );
}

/** A slip for a shop's till, which the browser stores for offline use (REPAY-5). */
function VoucherSlip({ code }: CodeProperties): ReactNode {
  const text = useText(instructionText);
  const { money, dates, userId, key } = usePage();
  const { payCode, companyName, feeMinor, validUntil } = code;
  const amount = money(code.amountMinor);
  const otherCodes = code.networks
    .filter((network) => network.payCode !== payCode)
    .map(({ payCode: other, agreement, shops }) => {
      const words = { shops: shops.join(', '), agreement, code: groupsOf(other).join(' ') };
      return fill(agreement ? text.otherCodeOfAgreement : text.otherCode, words);
    });
  const endOf = (at: string): string => {
    if (at === '') return text.endsNever;
    const [day, time] = [dates.inWords(at), dates.minute(at).slice(-5)];
    return /^\d\d:\d\d$/.test(time) ? fill(text.endsOnAt, { day, time }) : fill(text.endsOn, { day });
  };
  const slip = {
    instructions: code.text,
    amount,
    caption: text.showAtTill,
    image: code.codeImage ?? '',
    imageText: fill(text.codeImage, { code: payCode }),
    until: validUntil === null ? '' : endOf(validUntil),
    note: [
      feeMinor === null ? '' : fill(text.shopCharges, { fee: money(feeMinor) }),
      companyName && fill(text.inNameOf, { name: companyName }),
      ...otherCodes,
    ]
      .filter(Boolean)
      .join(' '),
  };
  const title = code.shop || code.title;
  return (
    <section className={styles.voucher}>
      <Slip {...slip} shop={title} logo={code.topLogo} code={payCode} />
      <SavedPage
        owner={userId}
        voucher={{
          id: voucherIdOf(payCode),
          title,
          loan: loanMark(key.orderId),
          rows: [
            { label: text.total, value: amount },
            { label: code.codeLabel || text.code, value: payCode },
          ],
          slip: { ...slip, groups: groupsOf(payCode) },
        }}
      />
    </section>
  );
}

function CodeToPay({ code }: CodeProperties): ReactNode {
  const text = useText(instructionText);
  const { money, dates, plainAmount } = usePage();
  const { payCode, codeImage, payLink, companyName, validUntil, amountMinor } = code;
  return (
    <section>
      {code.topLogo && <img className={styles.logo} src={code.topLogo} alt="" />}
      <AmountHero label={text.total} amount={money(amountMinor)} />
      {code.title && <h2>{code.title}</h2>}
      {code.text && <p>{code.text}</p>}
      {payLink && (
        <div className={styles.big}>
          <ButtonLink href={payLink}>
            <Icon path={payByPhoneIcon} />
            {text.openApp}
          </ButtonLink>
        </div>
      )}
      {codeImage && (
        <div className={styles.sheet}>
          <img className={styles.code} src={codeImage} alt={fill(text.codeImage, { code: payCode })} />
        </div>
      )}
      <Codes>
        {payCode && <CopyableCode label={code.codeLabel || text.code} code={payCode} isMain={!payLink} />}
        {companyName && <Copyable label={text.company} value={companyName} />}
        {/* Who types a code at their bank types the amount too; a link has it already. */}
        {payCode && !payLink && (
          <Copyable label={text.amountToType} value={amountInField(amountMinor, code.currency)}>
            {plainAmount(amountMinor)}
          </Copyable>
        )}
      </Codes>
      {validUntil && <p>{fill(text.endsOn, { day: dates.inWords(validUntil) })}</p>}
      <NoteAndVoucher code={code} />
    </section>
  );
}

function SlipData({ code }: CodeProperties): ReactNode {
  const text = useText(instructionText);
  const { dates } = usePage();
  const { payCode, companyName, validUntil } = code;
  return (
    <>
      {code.shop && code.title && <p>{code.title}</p>}
      <Codes>
        {payCode && <CopyableCode label={code.codeLabel || text.code} code={payCode} />}
        {companyName && <Copyable label={text.company} value={companyName} />}
      </Codes>
      {validUntil && (
        <Rows rows={[{ label: text.ends, value: <span className="num">{dates.moment(validUntil)}</span> }]} />
      )}
      <NoteAndVoucher code={code} />
    </>
  );
}

function NoteAndVoucher({ code: { note, voucherLink } }: CodeProperties): ReactNode {
  const text = useText(instructionText);
  return (
    <>
      {note && <p className="hint">{note}</p>}
      {voucherLink && (
        <p>
          <a href={voucherLink}>{text.seeVoucher}</a>
        </p>
      )}
    </>
  );
}

/** Networks that take the cash under codes of their own. */
function Networks({ code: { payCode: mainCode, networks } }: CodeProperties): ReactNode {
  const text = useText(instructionText);
  return networks.map(({ payCode: code, agreement, shops, barcodeImage: barcode }) => (
    <section key={code}>
      <h2>{fill(text.atShops, { shops: shops[0] ?? '' })}</h2>
      {shops.length > 1 && <p className="hint">{shops.join(', ')}</p>}
      {code !== mainCode && (
        <>
          {barcode && (
            <div className={styles.sheet}>
              <img className={styles.code} src={barcode} alt={fill(text.codeImage, { code })} />
            </div>
          )}
          <Codes>
            {agreement && <CopyableCode label={text.agreement} code={agreement} />}
            <CopyableCode label={text.code} code={code} />
          </Codes>
        </>
      )}
    </section>
  ));
}

/**
 * Requests a code for the chosen way and shows it. Without a code, shows why and the other ways, or the page of all ways if the
 * backend gives no reason.
 */
async function payByWay(open: OpenScreen, form: FormData): Promise<Response> {
  const key = open.key();
  const { paths } = open.config;
  const purpose = purposeOf(open);
  const way = fieldOf(form, 'way');
  const otherWays = open.link(purpose === 'extend' ? paths.repayDelay : paths.repay, key);
  if (!isChannel(way)) return open.leaveTo(otherWays);
  const amountMinor = requestedAmount(open);
  const created = await open.call(readPaymentInstruction, { ...key, amountMinor, payCode: way, purpose });
  if (!created.success) return open.leaveTo(otherWays);
  if (created.data.payCode !== '') return open.leaveTo(createdCodeLink(open, created.data, way));
  if (created.data.unavailable === '') return open.leaveTo(otherWays);
  const [requestType, amount] = [open.parameter('requestType'), open.parameter('amount')];
  return open.leaveTo(open.link(open.path, { ...key, requestType, amount, payCode: way }));
}

function createdCodeLink(
  { link, path, key, parameter }: OpenScreen,
  { payCode, receivedMinor }: PaymentInstruction,
  channel: string,
): string {
  const received = receivedMinor ?? undefined;
  const [requestType, amount] = [parameter('requestType'), parameter('amount')];
  return link(path, { ...key(), requestType, amount, payCode, channel, received });
}

const channelKinds: readonly string[] = [
  ...(['bank-transfer', 'store', 'upi', 'virtual-account'] satisfies ChannelKind[]),
];

const isChannel = (payCode: string) => channelKinds.includes(payCode);

/**
 * Puts what can be typed into `payCode`: the specification does not say which of `repayCode` and `vCode` is the image, and an
 * address is no code.
 */
function withImageApart(paymentInstruction: PaymentInstruction): PaymentInstruction {
  const { payCode, codeImage } = paymentInstruction;
  if (!isAddress(payCode)) return paymentInstruction;
  return { ...paymentInstruction, payCode: isAddress(codeImage) ? '' : codeImage, codeImage: payCode };
}

const isAddress = (text: string) => /^(?:https?:\/\/|\/|data:image\/)/i.test(text.trim());

/**
 * Completes an answer without a code by the requested one, if the backend lists it among the ways to pay; a code from the address
 * alone may be anybody's.
 */
async function withListedCode(
  open: OpenScreen,
  answered: PaymentInstruction,
  { requestedCode, purpose }: { readonly requestedCode: string; readonly purpose: PaymentPurpose },
): Promise<PaymentInstruction> {
  const { isPaid, payCode, unavailable } = answered;
  const isComplete = isPaid || payCode !== '' || unavailable !== '';
  if (isComplete || requestedCode === '' || isChannel(requestedCode)) return answered;
  const key = open.key();
  const ways = await (purpose === 'extend' ? open.call(readExtension, key) : open.call(readRepayment, key));
  const groups = ways.success ? ways.data.channelGroups : [];
  const isListed = groups.some(({ channels }) => channels.some((each) => each.payCode === requestedCode));
  return isListed ? { ...answered, payCode: requestedCode } : answered;
}

/** The loan's statement for a page that waits for a payment by a payment app, which may arrive within seconds. */
async function statementToWatch(open: OpenScreen, { payLink }: PaymentInstruction) {
  const key = open.key();
  const loan = payLink === '' ? null : await open.call(readLoan, key);
  const statement = loan?.success ? loan.data.statement : null;
  return statement && { statement, loanLink: open.link(open.config.paths.order, key) };
}

/** @throws Refusal 'request-invalid' for anything that is no amount. */
function requestedAmount(open: OpenScreen): MinorAmount {
  try {
    return minorAmountFromText(open.parameter('amount'));
  } catch (error) {
    if (error instanceof MoneyError) throw Refusal.coded('request-invalid');
    throw error;
  }
}

/** A `mailto:` or link of a contact; null to show it as text. */
function contactLink(open: OpenScreen, contact: string): string | null {
  if (/^[^\s@:/]+@[^\s@:/]+$/.test(contact)) return `mailto:${contact}`;
  const own = safeLink(contact, [], ['mailto', 'tel']);
  if (own !== null) return own;
  return isFollowed(open, backendAddress(contact, open.apiBase)) ? backendLink(open, contact) : null;
}
