import type { ReactNode } from 'react';
import { fieldCaps } from '#domain/registration/registration-form.ts';
import { Icon, refreshIcon, tickIcon } from '#ui/frame/icons.tsx';
import styles from './captcha-entry.module.css';
import { Entry } from './entry.tsx';

import { type CaptchaView, formFields, type LandingText } from './landing-steps.ts';

/** Size the image is shown in, px. */
const image = { width: 116, height: 52 };

/** The captcha: an image, a question for who cannot read it, or the sign that it was passed (PROMO-4). */
export function CaptchaEntry({
  text,
  imageLink,
  captcha,
  typed,
  error,
}: {
  readonly text: LandingText;
  /** Where the image of that time is. */
  readonly imageLink: (requestedAtMs: number) => string;
  readonly captcha: CaptchaView;
  readonly typed: string;
  readonly error: string | undefined;
}): ReactNode {
  const isQuestion = captcha.kind === 'question';
  return (
    <>
      <input type="hidden" name={formFields.captchaKind} value={captcha.kind} />
      {captcha.kind === 'image' && (
        <input type="hidden" name={formFields.requestedAt} value={captcha.requestedAtMs} />
      )}
      {isQuestion && <input type="hidden" name={formFields.question} value={captcha.question} />}
      <Entry
        id="captcha"
        label={isQuestion ? text.answer : text.captcha}
        hint={isQuestion ? captcha.question : undefined}
        maxLength={fieldCaps.captcha}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        defaultValue={typed}
        error={error}
        fault={text.captchaFault}
        beside={
          <>
            {captcha.kind === 'image' && (
              <img
                className={styles.image}
                src={imageLink(captcha.requestedAtMs)}
                alt={text.captchaImage}
                {...image}
              />
            )}
            {captcha.kind === 'passed' && (
              <p className={styles.passed}>
                <Icon path={tickIcon} />
                {text.captchaDone}
              </p>
            )}
            {!isQuestion && (
              <button
                type="submit"
                className={styles.refresh}
                name={formFields.intent}
                value="image"
                aria-label={text.otherImage}
              >
                <Icon path={refreshIcon} />
              </button>
            )}
          </>
        }
        below={
          <button
            type="submit"
            className={styles.other}
            name={formFields.intent}
            value={isQuestion ? 'image' : 'question'}
          >
            {isQuestion ? text.backToImage : text.cannotRead}
          </button>
        }
      />
    </>
  );
}
