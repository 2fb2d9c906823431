import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { fill } from '#content/text-pack.ts';
import { groupedPhone, type PhoneRule, shownPhone } from '#domain/registration/mobile-phone.ts';
import { type RegistrationStep, registrationSteps } from '#domain/registration/registration-form.ts';
import { codeLengths } from '#domain/sms/sms-code.ts';
import { Button } from '#ui/form/button.tsx';
import { EnhancedForm, ProblemSlot, Slot } from '#ui/form/enhanced-form.tsx';
import { Banner } from '#ui/frame/banner.tsx';
import { Steps } from '#ui/frame/steps.tsx';
import { Note } from '#ui/notice/note.tsx';
import { CaptchaEntry } from './captcha-entry.tsx';
import { Entry } from './entry.tsx';
import styles from './landing.module.css';
import { formFields, type LandingAnswer, type LandingText, mainIntent } from './landing-steps.ts';
import type { OpenTemplate } from './open-template.ts';

/** What each part of the form is written from. */
interface LandingFormProperties {
  readonly text: LandingText;
  readonly heading: string;
  readonly line: string;
  readonly phoneRule: PhoneRule;
  readonly agreementLink: string;
  readonly captchaLink: OpenTemplate['captchaLink'];
  readonly state: LandingAnswer;
  /** Until another code may be asked for; 0 when it may. */
  readonly waitSeconds: number;
}

/**
 * The form of the landing page, one field a page; what the other pages hold goes along unseen, so that each step is a
 * plain form and nothing typed is lost. Script checks before it sends, counts down, groups the number and takes the code
 * from the SMS. The slots of a step have names of their own: an answer with another step takes the place of the page.
 */
export function LandingForm({
  children,
  ...form
}: LandingFormProperties & {
  /** What stands below the first step. */
  readonly children: ReactNode;
}): ReactNode {
  const { text, heading, line, phoneRule, state } = form;
  const { step, typed, news } = state;
  const main = mainIntent(step, typed);
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
        value={main}
        tabIndex={-1}
        aria-hidden="true"
      />
      {step === 'mobile' ? (
        <Banner scene="rising" tone="brand" title={heading} description={line} />
      ) : (
        <h1 className="sr">{heading}</h1>
      )}
      <section className={styles.step}>
        <Steps
          label={text.asks}
          names={[text.mobileStep, text.captchaStep, text.smsCodeStep]}
          current={registrationSteps.indexOf(step)}
        />
        {news && (
          <Note tone="ok" isAlert>
            {news}
          </Note>
        )}
        <StepEntry {...form} />
        <ProblemSlot problem={state.problem} text={text} />
        <div className={styles.action}>
          <Button name={formFields.intent} value={main}>
            {mainLabel(main, text)}
          </Button>
        </div>
        {step !== 'captcha' && (
          <p className="hint">
            {text.agreeTo} <a href={form.agreementLink}>{text.agreement}</a>
          </p>
        )}
        <OtherWays {...form} />
      </section>
      {children}
    </EnhancedForm>
  );
}

function mainLabel(main: ReturnType<typeof mainIntent>, text: LandingText): string {
  if (main === 'next') return text.next;
  return main === 'send' ? text.sendCode : text.apply;
}

/** What the other steps hold, and how far the registration is. */
function StateSlot({ state }: { readonly state: LandingAnswer }): ReactNode {
  const { registrationId, captcha, sent, step, typed, work } = state;
  const kept: Readonly<Record<string, string | number | undefined>> = {
    ...Object.fromEntries(registrationSteps.map((each) => [each, each === step ? undefined : typed[each]])),
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

/** The one field of the step. */
function StepEntry({ text, phoneRule, captchaLink, state }: LandingFormProperties): ReactNode {
  const { step, typed, fault, sent } = state;
  const errorOf = (field: RegistrationStep) => (fault?.field === field ? fault.words : undefined);
  switch (step) {
    case 'mobile':
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
          defaultValue={shownPhone(phoneRule, typed.mobile)}
          {...marks({ phoneRule: JSON.stringify(phoneRule) })}
          error={errorOf('mobile')}
          fault={text.mobileFault}
        />
      );
    case 'captcha':
      return (
        <Slot name="captcha">
          <CaptchaEntry
            text={text}
            captcha={state.captcha}
            imageLink={(requestedAtMs) => captchaLink(state.registrationId, requestedAtMs)}
            typed={typed.captcha}
            error={errorOf('captcha')}
          />
        </Slot>
      );
    case 'smsCode':
      return (
        <Entry
          id="smsCode"
          label={text.smsCode}
          hint={
            sent
              ? `${fill(text.sentTo, { phone: groupedPhone(phoneRule, sent.phone) })} ${text.codeServes}`.trim()
              : undefined
          }
          isCode
          inputMode="numeric"
          autoComplete="one-time-code"
          defaultValue={typed.smsCode}
          {...marks({ oneTimeCode: JSON.stringify(codeLengths) })}
          error={errorOf('smsCode')}
          fault={text.smsCodeFault}
        />
      );
  }
}

/** The length of a number in its groups: template CN ignores what is longer (PROMO-2). */
function cappedLength(rule: PhoneRule): number {
  return groupedPhone(rule, '5'.repeat(rule.digits)).length;
}

/** What else can be done on a step: the other captcha, another code, another number. */
function OtherWays({ text, state, waitSeconds }: LandingFormProperties): ReactNode {
  const { captcha, step } = state;
  if (step === 'mobile') return null;
  const isQuestion = captcha.kind === 'question';
  return (
    <div className={styles.ways}>
      {step === 'captcha' && (
        <Slot name="otherCaptcha">
          <button type="submit" name={formFields.intent} value="question">
            {isQuestion ? text.otherQuestion : text.cannotRead}
          </button>
          {isQuestion && (
            <button type="submit" name={formFields.intent} value="image">
              {text.backToImage}
            </button>
          )}
        </Slot>
      )}
      {step === 'smsCode' && (
        <Slot name="again">
          <button
            type="submit"
            {...marks({
              waitSeconds: waitSeconds || undefined,
              waitText: text.resendIn,
              readyText: text.resendCode,
            })}
            name={formFields.intent}
            value="again"
          >
            {text.resendCode}
          </button>
        </Slot>
      )}
      <button type="submit" name={formFields.intent} value="mobile">
        {text.changeMobile}
      </button>
    </div>
  );
}
