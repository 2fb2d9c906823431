import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { fill } from '#content/text-pack.ts';
import { groupedPhone, type PhoneRule, shownPhone } from '#domain/registration/mobile-phone.ts';
import type { RegistrationFieldName } from '#domain/registration/registration-form.ts';
import { codeLengths } from '#domain/sms/sms-code.ts';
import { Button } from '#ui/form/button.tsx';
import { EnhancedForm, ProblemSlot, Slot } from '#ui/form/enhanced-form.tsx';
import { Banner } from '#ui/frame/banner.tsx';
import { Note } from '#ui/notice/note.tsx';
import { CaptchaEntry } from './captcha-entry.tsx';
import { Entry } from './entry.tsx';
import styles from './landing.module.css';
import { formFields, type LandingAnswer, type LandingText } from './landing-steps.ts';
import type { OpenTemplate } from './open-template.ts';

interface LandingFormProperties {
  readonly text: LandingText;
  readonly heading: string;
  readonly line: string;
  readonly phoneRule: PhoneRule;
  readonly agreementLink: string;
  readonly captchaLink: OpenTemplate['captchaLink'];
  readonly state: LandingAnswer;
  readonly waitSeconds: number;
}

/**
 * Mobile number, captcha, SMS code with its button, then applying, all on one page (PROMO-2). Script checks before sending,
 * counts down, groups the number and fills the code from the SMS.
 */
export function LandingForm({
  children,
  ...form
}: LandingFormProperties & {
  readonly children: ReactNode;
}): ReactNode {
  const { text, heading, line, phoneRule, state } = form;
  return (
    <EnhancedForm
      id="registration"
      noValidate
      text={{ sending: text.sending, problem: text }}
      {...marks({
        registration: JSON.stringify(phoneRule),
        tooSoon: text.tooSoon,
        unansweredToast: text.networkToast,
      })}
    >
      <StateSlot state={state} />
      {/* Enter in a field presses a form's first button. */}
      <button
        type="submit"
        className="sr"
        name={formFields.intent}
        value="enter"
        tabIndex={-1}
        aria-hidden="true"
      />
      <Banner scene="rising" tone="brand" title={heading} description={line} />
      <section className={styles.form}>
        <MobileEntry {...form} />
        <Slot name="captcha">
          <CaptchaEntry
            text={text}
            captcha={state.captcha}
            imageLink={(requestedAtMs) => form.captchaLink(state.registrationId, requestedAtMs)}
            typed={state.typed.captcha}
            error={errorOf(state, 'captcha')}
          />
        </Slot>
        <CodeEntry {...form} />
        <ProblemSlot problem={state.problem} text={text} />
        <div className={styles.action}>
          <Button name={formFields.intent} value="apply">
            {text.apply}
          </Button>
        </div>
        <p className="hint">
          {text.agreeTo} <a href={form.agreementLink}>{text.agreement}</a>
        </p>
      </section>
      {children}
    </EnhancedForm>
  );
}

function errorOf({ fault }: LandingAnswer, field: RegistrationFieldName): string | undefined {
  return fault?.field === field ? fault.words : undefined;
}

function StateSlot({ state }: { readonly state: LandingAnswer }): ReactNode {
  const { registrationId, captcha, sent, work } = state;
  const kept: Readonly<Record<string, string | number | undefined>> = {
    [formFields.registrationId]: registrationId,
    [formFields.captchaKind]: captcha.kind,
    [formFields.requestedAt]: captcha.kind === 'image' ? captcha.requestedAtMs : undefined,
    [formFields.question]: captcha.kind === 'question' ? captcha.question : undefined,
    [formFields.sentTo]: sent?.phone,
    [formFields.sentAt]: sent?.atMs,
    [formFields.challenge]: work.challenge || undefined,
  };
  return (
    <Slot name="state">
      {Object.entries(kept).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {work.challenge && (
        <input
          type="hidden"
          name={formFields.proof}
          defaultValue={work.proof}
          {...marks({ challenge: work.challenge })}
        />
      )}
    </Slot>
  );
}

function MobileEntry({ text, phoneRule, state }: LandingFormProperties): ReactNode {
  return (
    <Entry
      id="mobile"
      label={text.mobile}
      hint={text.mobileHint}
      prefix={`+${phoneRule.callingCode}`}
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      maxLength={phoneRule.country === 'CN' ? cappedLength(phoneRule) : undefined}
      defaultValue={shownPhone(phoneRule, state.typed.mobile)}
      {...marks({ phoneRule: JSON.stringify(phoneRule) })}
      error={errorOf(state, 'mobile')}
      fault={text.mobileFault}
    />
  );
}

/** The SMS code with its button, which counts down until another may be requested (PROMO-5). */
function CodeEntry({ text, phoneRule, state, waitSeconds }: LandingFormProperties): ReactNode {
  const { typed, sent, news } = state;
  const sentTo = sent && fill(text.sentTo, { phone: groupedPhone(phoneRule, sent.phone) });
  return (
    <Entry
      id="smsCode"
      label={text.smsCode}
      hintId={sentTo ? 'smsCode-hint' : ''}
      above={
        <Slot name="sent">
          {news && (
            <Note tone="ok" isAlert isToastToo>
              {news}
            </Note>
          )}
          {sentTo && (
            <p className="hint" id="smsCode-hint">
              {`${sentTo} ${text.codeServes}`.trim()}
            </p>
          )}
        </Slot>
      }
      beside={
        <Slot name="send">
          <Button
            kind="second"
            name={formFields.intent}
            value="send"
            {...marks({
              waitSeconds: waitSeconds || undefined,
              waitText: text.resendIn,
              readyText: text.resendCode,
            })}
          >
            {sent ? text.resendCode : text.sendCode}
          </Button>
        </Slot>
      }
      isCode
      inputMode="numeric"
      autoComplete="one-time-code"
      defaultValue={typed.smsCode}
      {...marks({ oneTimeCode: JSON.stringify(codeLengths) })}
      error={errorOf(state, 'smsCode')}
      fault={text.smsCodeFault}
    />
  );
}

/** Template CN ignores digits beyond this length (PROMO-2). */
function cappedLength(rule: PhoneRule): number {
  return groupedPhone(rule, '5'.repeat(rule.digits)).length;
}
