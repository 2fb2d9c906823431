import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import type { registrationText } from '#content/messages/registration.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { Market } from '#domain/market.ts';
import { groupedPhone, phoneRuleOf } from '#domain/registration/mobile-phone.ts';
import { faultyField, fieldCaps, registrationFields } from '#domain/registration/registration-form.ts';
import { codeResendSeconds } from '#domain/sms/sms-code.ts';
import { countdownText } from '#domain/sms/countdown.ts';
import type { Unanswered } from '../keeping-input.ts';
import { Button } from '../ui/form/button.tsx';
import { Pin } from '../ui/frame/pin.tsx';
import { Note } from '../ui/notice/note.tsx';
import { ProblemNote } from '../ui/notice/problem-note.tsx';
import { useToast } from '../ui/notice/toast.tsx';
import { CaptchaEntry } from './captcha-entry.tsx';
import { Entry } from './entry.tsx';
import { formFields, type LandingAnswer, type LandingIntent } from './landing-answer.ts';
import styles from './landing-form.module.css';
import { afterAnswer, startingState, withFault, withNewImage } from './landing-state.ts';
import { groupWhilePasting, groupWhileTyping } from './phone-typing.ts';
import { useCountdown } from './use-countdown.ts';
import { useWebOtp } from './use-web-otp.ts';

/** The landing page's texts, with the number of digits in place. */
export type LandingText = TextsIn<typeof registrationText>;

/**
 * The form of the landing page: send code and apply are two buttons of it, so it works before any script does. In the
 * browser it checks before it sends, counts down, groups the number and takes the code from the SMS.
 */
export function LandingForm({
  text,
  heading,
  line,
  market,
  agreementLink,
  registrationId,
  requestedAtMs,
  answer,
  children,
}: {
  readonly text: LandingText;
  readonly heading: string;
  readonly line: string;
  readonly market: Market | null;
  readonly agreementLink: string;
  readonly registrationId: string;
  readonly requestedAtMs: number;
  readonly answer: LandingAnswer | Unanswered | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const rule = phoneRuleOf(market);
  const showToast = useToast();
  const [firstAnswer] = useState(answer);
  const [lastAnswer, setLastAnswer] = useState(answer);
  const [state, setState] = useState(() => {
    const start = startingState(registrationId, requestedAtMs);
    return answer ? afterAnswer(start, answer) : start;
  });
  if (answer && answer !== lastAnswer) {
    setLastAnswer(answer);
    setState(afterAnswer(state, answer));
  }
  const { typed, captcha, fault, problem, sent } = state;
  const isNews = answer !== undefined && answer !== firstAnswer;
  const waitSeconds = useCountdown(sent, codeResendSeconds);
  useWebOtp(sent, 'smsCode');
  useEffect(() => {
    if (!isNews) return;
    if (!('captcha' in answer)) showToast(text.networkToast);
    else if (answer.sentTo !== null) {
      showToast(text.codeSent);
      document.getElementById('smsCode')?.focus();
    }
  }, [answer, isNews, showToast, text]);
  useEffect(() => {
    if (fault) document.getElementById(fault.field)?.focus();
  }, [fault]);

  const check = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const intent = (submitter as HTMLButtonElement | null)?.value as LandingIntent;
    const form = new FormData(event.currentTarget);
    const read = (name: string): string => String(form.get(name) ?? '');
    const fields = registrationFields(rule, {
      mobile: read('mobile'),
      captcha: read('captcha'),
      smsCode: read('smsCode'),
    });
    if (intent === 'question') return;
    if (intent === 'image') {
      event.preventDefault();
      setState(
        fields.mobile === '' ? withFault(state, 'mobile', text.mobileFault) : withNewImage(state, Date.now()),
      );
      return;
    }
    const faulty = faultyField(rule, fields, intent);
    if (faulty) {
      event.preventDefault();
      setState(withFault(state, faulty, text[`${faulty}Fault`]));
    } else if (intent === 'send' && waitSeconds > 0) {
      event.preventDefault();
      showToast(text.tooSoon);
    }
  };

  const pendingIntent = useNavigation().formData?.get(formFields.intent);
  const faultOf = (field: string) => (fault?.field === field ? fault.words : undefined);
  const sendLabel = sent ? text.resendCode : text.sendCode;
  const isSentAnswer = firstAnswer && 'captcha' in firstAnswer && firstAnswer.sentTo !== null && !isNews;
  return (
    <Form method="post" replace discover="none" noValidate onSubmit={check}>
      {/* Enter in a field presses a form's first button. */}
      <button
        type="submit"
        className="sr"
        name={formFields.intent}
        value="apply"
        tabIndex={-1}
        aria-hidden="true"
      />
      <input type="hidden" name={formFields.registrationId} value={state.registrationId} />
      <section>
        <h1>{heading}</h1>
        <p>{line}</p>
        {isSentAnswer && (
          <Note tone="ok" isAlert>
            {text.codeSent}
          </Note>
        )}
      </section>
      <section>
        <Entry
          id="mobile"
          label={text.mobile}
          hint={text.mobileHint}
          prefix={`+${rule.callingCode}`}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          maxLength={groupedPhone(rule, '5'.repeat(rule.digits)).length}
          defaultValue={groupedPhone(rule, typed.mobile)}
          error={faultOf('mobile')}
          onInput={groupWhileTyping(rule)}
          onPaste={groupWhilePasting(rule)}
        />
        <CaptchaEntry
          key={state.captchaRound}
          text={text}
          registrationId={state.registrationId}
          captcha={captcha}
          typed={typed.captcha}
          error={faultOf('captcha')}
        />
        <Entry
          id="smsCode"
          label={text.smsCode}
          isCode
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={fieldCaps.smsCode}
          defaultValue={typed.smsCode}
          error={faultOf('smsCode')}
          beside={
            <button
              type="submit"
              className={waitSeconds > 0 ? styles.waiting : styles.send}
              name={formFields.intent}
              value="send"
              disabled={pendingIntent === 'send'}
            >
              {pendingIntent === 'send' && text.sending}
              {pendingIntent !== 'send' &&
                (waitSeconds > 0 ? fill(text.resendIn, { time: countdownText(waitSeconds) }) : sendLabel)}
            </button>
          }
          below={
            sent && (
              <p className="hint">{fill(text.sentTo, { phone: groupedPhone(rule, sent.sentTo ?? '') })}</p>
            )
          }
        />
      </section>
      {children}
      <Pin
        above={
          <>
            {problem && <ProblemNote problem={problem} text={text} />}
            <p className={styles.agree}>
              {text.agreeTo} <a href={agreementLink}>{text.agreement}</a>
            </p>
          </>
        }
      >
        <Button name={formFields.intent} value="apply" disabled={pendingIntent === 'apply'}>
          {pendingIntent === 'apply' ? text.sending : text.apply}
        </Button>
      </Pin>
    </Form>
  );
}
