import type { ReactNode } from 'react';
import { fieldCaps } from '#domain/registration/registration-form.ts';
import { Icon, refreshIcon } from '#ui/frame/icons.tsx';
import styles from './captcha-entry.module.css';
import { Entry } from './entry.tsx';
import { type CaptchaView, formFields, type LandingText } from './landing-steps.ts';

/** px; the column scales it. */
const image = { width: 232, height: 104 };

/** The captcha as an image, or as a question for who cannot see it (PROMO-4); read-only once a code was sent for it. */
export function CaptchaEntry({
  text,
  imageLink,
  captcha,
  typed,
  error,
}: {
  readonly text: LandingText;
  readonly imageLink: (requestedAtMs: number) => string;
  readonly captcha: CaptchaView;
  readonly typed: string;
  readonly error: string | undefined;
}): ReactNode {
  const isQuestion = captcha.kind === 'question';
  const isPassed = captcha.kind === 'passed';
  return (
    <>
      <Entry
        id="captcha"
        label={isPassed ? text.captchaPassed : isQuestion ? text.answer : text.captcha}
        readOnly={isPassed}
        hint={isQuestion ? captcha.question : undefined}
        isQuestion={isQuestion}
        above={
          captcha.kind === 'image' && (
            <div className={styles.image}>
              <img src={imageLink(captcha.requestedAtMs)} alt={text.captchaImage} {...image} />
              <button
                type="submit"
                className={styles.refresh}
                name={formFields.intent}
                value="image"
                aria-label={text.otherImage}
              >
                <Icon path={refreshIcon} />
              </button>
            </div>
          )
        }
        inputMode={isQuestion ? 'numeric' : undefined}
        maxLength={fieldCaps.captcha}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        defaultValue={typed}
        error={error}
        fault={text.captchaFault}
      />
      {!isPassed && (
        <div className={styles.ways}>
          <button type="submit" name={formFields.intent} value="question">
            {isQuestion ? text.otherQuestion : text.cannotRead}
          </button>
          {isQuestion && (
            <button type="submit" name={formFields.intent} value="image">
              {text.backToImage}
            </button>
          )}
        </div>
      )}
    </>
  );
}
