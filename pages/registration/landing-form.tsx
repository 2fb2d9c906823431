import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { fill } from '#content/text-pack.ts';
import { groupedPhone, type PhoneRule } from '#domain/registration/mobile-phone.ts';
import { fieldCaps, type RegistrationFields } from '#domain/registration/registration-form.ts';
import { Button } from '#ui/form/button.tsx';
import { EnhancedForm, ProblemSlot, Slot } from '#ui/form/enhanced-form.tsx';
import { Pin } from '#ui/frame/pin.tsx';
import { Note } from '#ui/notice/note.tsx';
import { CaptchaEntry } from './captcha-entry.tsx';
import { Entry } from './entry.tsx';
import styles from './landing.module.css';
import { formFields, type LandingAnswer, type LandingText } from './landing-steps.ts';
import type { OpenTemplate } from './open-template.ts';

/**
 * The form of the landing page: send code and apply are two buttons of it, so it works before any script does. Script
 * checks before it sends, counts down, groups the number and takes the code from the SMS; what is typed into the number
 * and the code is never replaced by an answer, which may be slower than the SMS.
 */
export function LandingForm({
  text,
  heading,
  line,
  phoneRule,
  agreementLink,
  captchaLink,
  state,
  waitSeconds,
  children,
}: {
  readonly text: LandingText;
  readonly heading: string;
  readonly line: string;
  readonly phoneRule: PhoneRule;
  readonly agreementLink: string;
  readonly captchaLink: OpenTemplate['captchaLink'];
  readonly state: LandingAnswer;
  /** Until another code may be asked for; 0 when it may. */
  readonly waitSeconds: number;
  readonly children: ReactNode;
}): ReactNode {
  const { typed, fault, smsCode, news, work } = state;
  const errorOf = (field: keyof RegistrationFields) => (fault?.field === field ? fault.words : undefined);
  const sendLabel = smsCode ? text.resendCode : text.sendCode;
  return (
    <EnhancedForm
      noValidate
      text={{ sending: text.sending, problem: text }}
      {...marks({ registration: '', tooSoon: text.tooSoon, unansweredToast: text.networkToast })}
    >
      {/* Enter in a field presses a form's first button. */}
      <button
        type="submit"
        className="sr"
        name={formFields.intent}
        value="apply"
        tabIndex={-1}
        aria-hidden="true"
      />
      <section>
        <h1>{heading}</h1>
        <p>{line}</p>
        {news && (
          <Note tone="ok" isAlert>
            {news}
          </Note>
        )}
      </section>
      <section>
        <Entry
          id="mobile"
          label={text.mobile}
          hint={text.mobileHint}
          prefix={`+${phoneRule.callingCode}`}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          maxLength={groupedPhone(phoneRule, '5'.repeat(phoneRule.digits)).length}
          defaultValue={groupedPhone(phoneRule, typed.mobile)}
          {...marks({ phoneRule: JSON.stringify(phoneRule) })}
          error={errorOf('mobile')}
          fault={text.mobileFault}
        />
        <Slot name="captcha">
          <input type="hidden" name={formFields.registrationId} value={state.registrationId} />
          {work.challenge && (
            <>
              <input type="hidden" name={formFields.challenge} value={work.challenge} />
              <input
                type="hidden"
                name={formFields.proof}
                defaultValue={work.proof}
                {...marks({ challenge: work.challenge })}
              />
            </>
          )}
          <CaptchaEntry
            text={text}
            captcha={state.captcha}
            imageLink={(requestedAtMs) => captchaLink(state.registrationId, requestedAtMs)}
            typed={typed.captcha}
            error={errorOf('captcha')}
          />
        </Slot>
        <Entry
          id="smsCode"
          label={text.smsCode}
          isCode
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={fieldCaps.smsCode}
          defaultValue={typed.smsCode}
          error={errorOf('smsCode')}
          fault={text.smsCodeFault}
          beside={
            <Slot name="send">
              <button
                type="submit"
                className={styles.send}
                {...marks({
                  waitSeconds: waitSeconds || undefined,
                  waitText: text.resendIn,
                  readyText: sendLabel,
                })}
                name={formFields.intent}
                value="send"
              >
                {sendLabel}
              </button>
            </Slot>
          }
          below={
            <Slot name="sent">
              {smsCode && (
                <>
                  <input type="hidden" name={formFields.sentTo} value={smsCode.phone} />
                  <input type="hidden" name={formFields.sentAt} value={smsCode.atMs} />
                  <p className="hint" {...marks({ justSent: news ?? undefined })}>
                    {`${fill(text.sentTo, { phone: groupedPhone(phoneRule, smsCode.phone) })} ${text.codeServes}`.trim()}
                  </p>
                </>
              )}
            </Slot>
          }
        />
      </section>
      {children}
      <Pin
        above={
          <>
            <ProblemSlot problem={state.problem} text={text} />
            <p className={styles.agree}>
              {text.agreeTo} <a href={agreementLink}>{text.agreement}</a>
            </p>
          </>
        }
      >
        <Button name={formFields.intent} value="apply">
          {text.apply}
        </Button>
      </Pin>
    </EnhancedForm>
  );
}
