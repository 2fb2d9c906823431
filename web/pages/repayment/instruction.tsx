import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { instructionText } from '#content/messages/instruction.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import { readExtension } from '#contract/calls/extension.ts';
import { readLoan } from '#contract/calls/loan.ts';
import {
  type CashNetwork,
  type ChannelKind,
  type PaymentInstruction,
  type PaymentPurpose,
  readPaymentInstruction,
  readRepayment,
} from '#contract/calls/repayment.ts';
import { backendAddress, safeLink } from '#contract/safe-address.ts';
import { amountInField } from '#domain/money/amount-input.ts';
import { type MinorAmount, MoneyError, minorAmountFromText } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
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

type Texts = TextsIn<typeof instructionText>;

/** How to pay one code, step by step (specification, section 2, `/carpmm`; INSTR-1). */
export const instruction = screen({
  path: () => '/carpmm',
  script: 'repay',
  async load(open) {
    const { config, language } = open;
    const key = open.key();
    const { paths, amountStyle } = config;
    const purpose: PaymentPurpose = open.parameter('requestType') === '2' ? 'extend' : 'repay';
    const payCodeParameter = open.parameter('payCode');
    const receivedBefore = open.parameter('received');
    const answer = await open.call(readPaymentInstruction, {
      ...key,
      amountMinor: askedAmount(open.parameter('amount')),
      payCode: payCodeParameter,
      purpose,
      ...(/^\d{1,15}$/.test(receivedBefore) && { receivedBeforeMinor: minorAmountFromText(receivedBefore) }),
    });
    const madeFor = open.parameter('channel');
    if (!answer.success) {
      // A code that was made here and is gone was paid, as a rule: the loan's page says so.
      const isGone = answer.errorCode === 'not-found' || answer.errorCode === 'status-conflict';
      if (madeFor !== '' && isGone) return open.leaveTo(open.link(paths.order, key));
      throw Refusal.of(answer);
    }
    const paymentInstruction = await withListedCode(open, withImageApart(answer.data), {
      channelOrCode: payCodeParameter,
      purpose,
    });
    // The address names the code from here on, so that looking again after paying makes no other one.
    if (
      isChannel(payCodeParameter) &&
      paymentInstruction.payCode !== '' &&
      !isChannel(paymentInstruction.payCode)
    ) {
      const [requestType, amount] = [open.parameter('requestType'), open.parameter('amount')];
      const { payCode, receivedMinor } = paymentInstruction;
      const named = {
        requestType,
        amount,
        payCode,
        channel: payCodeParameter,
        received: receivedMinor ?? undefined,
      };
      return open.leaveTo(open.link(open.path, { ...key, ...named }));
    }
    const text = instructionText[language];
    const { payCode, codeImage, payLink, voucherLink, sections, imageSections } = paymentInstruction;
    const words = [
      payCode,
      codeImage,
      payLink,
      voucherLink,
      paymentInstruction.unavailable,
      paymentInstruction.title,
      paymentInstruction.text,
    ];
    return {
      saysNothing: words.every((each) => each === '') && sections.length + imageSections.length === 0,
      text,
      title: purpose === 'extend' ? text.titleExtend : text.title,
      paymentInstruction,
      amount: formatMoney(paymentInstruction.amountMinor, language, amountStyle, paymentInstruction.currency),
      topLogo: backendImage(open, paymentInstruction.topLogo),
      bottomLogo: backendImage(open, paymentInstruction.bottomLogo),
      codeImage: backendImage(open, paymentInstruction.codeImage),
      sections: paymentInstruction.sections
        .map((section) => ({ ...section, lines: section.lines.filter(Boolean) }))
        .filter(({ title, lines }) => title !== '' || lines.length > 0),
      imageSections: paymentInstruction.imageSections
        .map((section) => ({
          ...section,
          contactLink: contactLink(open, section.contact),
          images: section.images.map((image) => backendImage(open, image)).filter((image) => image !== null),
        }))
        .filter(({ title, contact, images }) => title !== '' || contact !== '' || images.length > 0),
      networks: paymentInstruction.networks.map(({ barcodeImage, ...network }) => ({
        ...network,
        barcode: backendImage(open, barcodeImage),
      })),
      purpose,
      payLink: safeLink(paymentInstruction.payLink, [], ['upi']),
      looks: await looksFor(open, paymentInstruction),
      voucherLink: backendLink(open, paymentInstruction.voucherLink),
      backLink: open.link(purpose === 'extend' ? paths.repayDelay : paths.repay, key),
    };
  },
  submit: payByWay,
  title: ({ title }) => title,
  currency: ({ paymentInstruction }) => paymentInstruction.currency,
  page(page) {
    const { open, text, title, paymentInstruction, backLink, purpose, bottomLogo, looks } = page;
    if (paymentInstruction.isPaid) return <PaidAlreadyByOther {...page} />;
    const feesLink = open.providerFeesUrl;
    const isSlip = page.codeImage !== null && page.payLink === null;
    return (
      <>
        <Bar title={isSlip ? text.titleSlip : title} backLink={backLink} helpLink={open.helpLink} />
        <main>
          {page.saysNothing && (
            <section>
              <Note tone="warn">
                {text.noCode} <a href={open.helpLink}>{text.askForCode}</a>
              </Note>
            </section>
          )}
          {paymentInstruction.unavailable && (
            <section>
              <Note tone="warn">{paymentInstruction.unavailable}</Note>
            </section>
          )}
          {isSlip ? <VoucherSlip {...page} /> : <CodeToPay {...page} />}
          <Networks {...page} />
          {looks && <LivePayments {...looks} />}
          {paymentInstruction.otherGroups !== null && (
            <section>
              <PayWays
                groups={paymentInstruction.otherGroups}
                amountMinor={paymentInstruction.amountMinor}
                purpose={purpose}
                usual={null}
                opened=""
                card={null}
              />
            </section>
          )}
          <LinkBand>
            {page.sections.map((section) => (
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
                <SlipData {...page} />
              </FoldLine>
            )}
            {page.imageSections.map(({ title: heading, contact, contactLink: link, images }) => (
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
            {paymentInstruction.claimToday && (
              <PaidAlready
                amountMinor={paymentInstruction.amountMinor}
                today={paymentInstruction.claimToday}
              />
            )}
            {feesLink && <LinkLine href={feesLink}>{text.fees}</LinkLine>}
          </LinkBand>
          {bottomLogo && (
            <section>
              <img className={styles.bottomLogo} src={bottomLogo} alt="" />
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

/** The amount was paid by another way; the stored slip is replaced by one that says so. */
function PaidAlreadyByOther({
  open,
  text,
  title,
  paymentInstruction,
}: InstructionProperties & {
  readonly open: OpenScreen;
  readonly text: Texts;
  readonly title: string;
}): ReactNode {
  const { title: said, text: more } = paymentInstruction;
  const loanLink = open.link(open.config.paths.order, open.key());
  return (
    <>
      <Bar title={title} backLink={loanLink} helpLink={open.helpLink} />
      <main>
        <section>
          <Note tone="ok">
            <b>{said}.</b> {more}
          </Note>
          <SavedPage
            owner={open.query.userId}
            voucher={{
              id: voucherIdOf(open.parameter('payCode')),
              title: said,
              rows: [],
              loan: loanMark(open.key().orderId),
            }}
          />
        </section>
        <section>
          <ButtonLink href={loanLink}>{text.seeLoan}</ButtonLink>
        </section>
      </main>
    </>
  );
}

interface InstructionProperties {
  readonly paymentInstruction: PaymentInstruction;
  readonly amount: string;
  readonly topLogo: string | null;
  readonly codeImage: string | null;
  readonly payLink: string | null;
  readonly voucherLink: string | null;
}

/** A slip for a shop's till, which the browser stores for offline use (REPAY-5). */
function VoucherSlip({ paymentInstruction, amount, topLogo, codeImage }: InstructionProperties): ReactNode {
  const text = useText(instructionText);
  const { money, dates, userId, key } = usePage();
  const { payCode, companyName, feeMinor, validUntil, shop, codeLabel, networks } = paymentInstruction;
  const otherCodes = networks
    .filter(({ payCode: code }) => code !== payCode)
    .map(({ payCode: code, agreement, shops }) =>
      fill(agreement ? text.otherCodeOfAgreement : text.otherCode, {
        ...{ shops: shops.join(', '), agreement, code: groupsOf(code).join(' ') },
      }),
    );
  const endOf = (at: string): string => {
    if (at === '') return text.endsNever;
    const [day, time] = [dates.inWords(at), dates.minute(at).slice(-5)];
    return /^\d\d:\d\d$/.test(time) ? fill(text.endsOnAt, { day, time }) : fill(text.endsOn, { day });
  };
  const until = validUntil === null ? '' : endOf(validUntil);
  const slip = {
    instructions: paymentInstruction.text,
    amount,
    caption: text.showAtTill,
    image: codeImage ?? '',
    imageText: fill(text.codeImage, { code: payCode }),
    until,
    note: [
      feeMinor === null ? '' : fill(text.shopCharges, { fee: money(feeMinor) }),
      companyName && fill(text.inNameOf, { name: companyName }),
      ...otherCodes,
    ]
      .filter(Boolean)
      .join(' '),
  };
  const title = shop || paymentInstruction.title;
  return (
    <section className={styles.voucher}>
      <Slip {...slip} shop={title} logo={topLogo} code={payCode} />
      <SavedPage
        owner={userId}
        voucher={{
          id: voucherIdOf(payCode),
          title,
          loan: loanMark(key.orderId),
          rows: [
            { label: text.total, value: amount },
            { label: codeLabel || text.code, value: payCode },
          ],
          slip: { ...slip, groups: groupsOf(payCode) },
        }}
      />
    </section>
  );
}

/** A code to type or open, with the amount. */
function CodeToPay({
  paymentInstruction,
  amount,
  topLogo,
  codeImage,
  payLink,
  voucherLink,
}: InstructionProperties): ReactNode {
  const text = useText(instructionText);
  const { dates, plainAmount } = usePage();
  const { payCode, companyName, validUntil, codeLabel, note } = paymentInstruction;
  return (
    <section>
      {topLogo && <img className={styles.logo} src={topLogo} alt="" />}
      <AmountHero label={text.total} amount={amount} />
      {paymentInstruction.title && <h2>{paymentInstruction.title}</h2>}
      {paymentInstruction.text && <p>{paymentInstruction.text}</p>}
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
        {payCode && <CopyableCode label={codeLabel || text.code} code={payCode} isMain={!payLink} />}
        {companyName && <Copyable label={text.company} value={companyName} />}
        {/* Who types a code at their bank types the amount too; a link has it already. */}
        {payCode && !payLink && (
          <Copyable
            label={text.amountToType}
            value={amountInField(paymentInstruction.amountMinor, paymentInstruction.currency)}
          >
            {plainAmount(paymentInstruction.amountMinor)}
          </Copyable>
        )}
      </Codes>
      {validUntil && <p>{fill(text.endsOn, { day: dates.inWords(validUntil) })}</p>}
      {note && <p className="hint">{note}</p>}
      {voucherLink && (
        <p>
          <a href={voucherLink}>{text.seeVoucher}</a>
        </p>
      )}
    </section>
  );
}

/** The slip's data to copy. */
function SlipData({ paymentInstruction, voucherLink }: InstructionProperties): ReactNode {
  const text = useText(instructionText);
  const { dates } = usePage();
  const { payCode, companyName, validUntil, codeLabel, note, title, shop } = paymentInstruction;
  return (
    <>
      {shop && title && <p>{title}</p>}
      <Codes>
        {payCode && <CopyableCode label={codeLabel || text.code} code={payCode} />}
        {companyName && <Copyable label={text.company} value={companyName} />}
      </Codes>
      {validUntil && (
        <Rows rows={[{ label: text.ends, value: <span className="num">{dates.moment(validUntil)}</span> }]} />
      )}
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
function Networks({
  paymentInstruction,
  networks,
}: Pick<InstructionProperties, 'paymentInstruction'> & {
  readonly networks: readonly (Pick<CashNetwork, 'payCode' | 'agreement' | 'shops'> & {
    readonly barcode: string | null;
  })[];
}): ReactNode {
  const text = useText(instructionText);
  return networks.map(({ payCode: code, agreement, shops, barcode }) => (
    <section key={code}>
      <h2>{fill(text.atShops, { shops: shops[0] ?? '' })}</h2>
      {shops.length > 1 && <p className="hint">{shops.join(', ')}</p>}
      {code !== paymentInstruction.payCode && (
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
  if (!made.success) return open.leaveTo(otherWays);
  const { payCode, receivedMinor, unavailable } = made.data;
  if (payCode === '') {
    const again = open.link(open.path, { ...key, requestType, amount, payCode: way });
    return open.leaveTo(unavailable === '' ? otherWays : again);
  }
  const named = { requestType, amount, payCode, channel: way, received: receivedMinor ?? undefined };
  return open.leaveTo(open.link(open.path, { ...key, ...named }));
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
  paymentInstruction: PaymentInstruction,
  {
    channelOrCode: payCodeParameter,
    purpose,
  }: { readonly channelOrCode: string; readonly purpose: PaymentPurpose },
): Promise<PaymentInstruction> {
  if (
    paymentInstruction.isPaid ||
    paymentInstruction.payCode !== '' ||
    paymentInstruction.unavailable !== '' ||
    payCodeParameter === '' ||
    isChannel(payCodeParameter)
  )
    return paymentInstruction;
  const key = open.key();
  const isExtension = purpose === 'extend';
  const ways = isExtension ? await open.call(readExtension, key) : await open.call(readRepayment, key);
  const groups = ways.success ? ways.data.channelGroups : [];
  const isListed = groups.some(({ channels }) =>
    channels.some(({ payCode }) => payCode === payCodeParameter),
  );
  return isListed ? { ...paymentInstruction, payCode: payCodeParameter } : paymentInstruction;
}

/** The statement to watch for a payment by a payment app, which may arrive within seconds. */
async function looksFor(open: OpenScreen, { payLink }: PaymentInstruction) {
  const key = open.key();
  const loan = payLink === '' ? null : await open.call(readLoan, key);
  const statement = loan?.success ? loan.data.statement : null;
  return statement && { statement, loanLink: open.link(open.config.paths.order, key) };
}

/**
 * @throws Refusal 'request-invalid' for anything that is no amount.
 */
function askedAmount(text: string): MinorAmount {
  try {
    return minorAmountFromText(text);
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
