import type { ReactNode } from 'react';
import { deskCollectionText } from '#content/messages/desk-collection.ts';
import { deskLoanText } from '#content/messages/desk-loan.ts';
import { fill } from '#content/text-pack.ts';
import type { LateLoan, OpenedLateLoan } from '#contract/collection.ts';
import { timesWhere, zoneName } from '#domain/borrower-zone.ts';
import { type Language, localeOf } from '#domain/language.ts';
import type { Market } from '#domain/market.ts';
import { contactRefusal } from '#domain/matter/collection.ts';
import {
  groupedPhone,
  internationalPhone,
  isMobilePhone,
  ownDigits,
} from '#domain/registration/mobile-phone.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import { Button } from '#ui/form/button.tsx';
import { useDesk } from '../desk-context.ts';
import type { OpenDesk } from '../open-desk.ts';
import { Acts } from '../ui/acts.tsx';
import { PostForm } from '../ui/desk-form.tsx';
import { FactList, type ShownFact } from '../ui/facts.tsx';
import { Part } from '../ui/part.tsx';
import { contactWords, MayContact, PromiseMark } from './collections.tsx';

/** What a call needs. Personal data are masked until the button shows all of them at once, which is logged. */
export function CallPart({
  opened: { loan, call, dueMinor, settlesMinor },
  now,
  action,
  children,
}: {
  readonly opened: OpenedLateLoan;
  readonly now: Date;
  readonly action: string;
  readonly children?: ReactNode;
}): ReactNode {
  const desk = useDesk();
  const text = deskCollectionText[desk.language];
  const loanText = deskLoanText[desk.language];
  const { market, holder, lastContact } = loan;
  const who: readonly ShownFact[] =
    call === null
      ? [[text.person, loan.borrower]]
      : [
          [text.person, call.name],
          [text.phone, <Phone key="phone" loan={loan} phone={call.mobilePhone} now={now} />],
          [text.language, languageName(call.language, desk.language)],
          [text.timeThere, <span key="time">{timeThere(loan, now, desk)}</span>],
        ];
  return (
    <Part id="call" title={text.call} isNarrow>
      <FactList
        facts={[
          ...who,
          [text.hours, <MayContact key="may" loan={loan} now={now} />],
          [
            loanText.owedNow,
            <b key="due" className="num">
              {desk.money(dueMinor, loan.currency)}
            </b>,
          ],
          [
            loanText.toSettle,
            <span key="all" className="num">
              {desk.money(settlesMinor, loan.currency)}
            </span>,
          ],
          [text.last, lastContact ? contactWords(lastContact, desk, market) : text.noLog],
          [text.promise, <PromiseMark key="promise" promise={loan.promise} of={loan} />],
          [text.with, holder?.name ?? text.nobody],
        ]}
      />
      {call !== null && (
        <p className="hint">{fill(text.shownUntil, { time: desk.time(call.until, market).slice(11) })}</p>
      )}
      {call === null && desk.may('see-personal-data') && (
        <PostForm part="call" action={action}>
          <Acts>
            <Button>{text.showForCall}</Button>
          </Acts>
        </PostForm>
      )}
      {children}
    </Part>
  );
}

/** A link that dials while the borrower may be called; else only the number. */
function Phone({
  loan: { market, zone, pausedBy, holder },
  phone,
  now,
}: {
  readonly loan: LateLoan;
  readonly phone: string;
  readonly now: Date;
}): ReactNode {
  const rule = phoneRuleOf(market);
  const digits = ownDigits(rule, phone);
  const isOwn = isMobilePhone(rule, digits);
  const shown = isOwn ? `+${rule.callingCode} ${groupedPhone(rule, digits)}` : phone;
  const circumstances = { kind: 'we-called', market, zone, pausedBy, isAskedFor: false, now } as const;
  if (contactRefusal({ ...circumstances, namedAt: holder?.namedAt }) !== null)
    return <span className="num">{shown}</span>;
  return (
    <a className="num" href={`tel:${isOwn ? internationalPhone(rule, digits) : phone}`}>
      {shown}
    </a>
  );
}

function languageName(of: Language, language: Language): string {
  return new Intl.DisplayNames(localeOf(language), { type: 'language' }).of(of) ?? of;
}

/** The borrower's time and place; the earliest and latest time where the zone is unknown. */
function timeThere(
  { market, zone }: { readonly market: Market; readonly zone: string | null },
  now: Date,
  { language }: OpenDesk,
): string {
  const [earliest = '', latest = earliest] = timesWhere(market, zone, now);
  if (zone === null) return fill(deskCollectionText[language].zoneUnknown, { earliest, latest });
  const region = new Intl.DisplayNames(localeOf(language), { type: 'region' });
  return `${earliest}, ${zoneName(market, zone, language) ?? region.of(market) ?? market}`;
}
