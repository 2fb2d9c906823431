import type { ReactNode } from 'react';
import type { instructionText } from '#content/messages/instruction.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { InstructionImages, PaymentInstruction } from '#contract/calls/repayment.ts';
import { AmountHero } from '../ui/figures/amount-hero.tsx';
import { groupedCode } from '../ui/figures/code-groups.ts';
import { CopyableCode } from '../ui/figures/copyable-code.tsx';
import styles from './instruction-sections.module.css';

/** The instructions from the logo down to the provider's fees; every address in it is checked. */
export function InstructionSections({
  text,
  instruction,
  amount,
  topLogo,
  bottomLogo,
  codeImage,
  imageSections,
  feesLink,
}: {
  readonly text: TextsIn<typeof instructionText>;
  readonly instruction: PaymentInstruction;
  readonly amount: string;
  readonly topLogo: string | null;
  readonly bottomLogo: string | null;
  readonly codeImage: string | null;
  readonly imageSections: readonly (InstructionImages & { readonly contactLink: string | null })[];
  readonly feesLink: string;
}): ReactNode {
  const { payCode, companyName, title } = instruction;
  const sections = instruction.sections
    .map((section) => ({ ...section, lines: section.lines.filter((line) => line !== '') }))
    .filter((section) => section.title !== '' || section.lines.length > 0);
  const shownImages = imageSections.filter(
    (section) => section.title !== '' || section.contact !== '' || section.images.length > 0,
  );
  return (
    <>
      <section>
        {topLogo && <img className={styles.logo} src={topLogo} alt="" />}
        <AmountHero label={text.total} amount={amount} />
      </section>
      <section>
        {title && <h2>{title}</h2>}
        {instruction.text && <p>{instruction.text}</p>}
        {codeImage && (
          <div className={styles.sheet}>
            <img className={styles.code} src={codeImage} alt={fill(text.codeImage, { code: payCode })} />
          </div>
        )}
        {payCode && (
          <CopyableCode label={text.code} code={payCode} shown={groupedCode(payCode)} text={null} />
        )}
        {companyName && (
          <CopyableCode label={text.company} code={companyName} shown={companyName} text={null} />
        )}
      </section>
      {sections.map((section) => (
        <section key={section.title}>
          {section.title && <h2>{section.title}</h2>}
          <ol className={styles.steps}>
            {section.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </section>
      ))}
      {shownImages.map((section) => (
        <section key={section.title}>
          {section.title && <h2>{section.title}</h2>}
          {section.images.map((image, index) => (
            <img
              key={image}
              className={styles.image}
              src={image}
              alt={fill(text.image, { number: index + 1, title: section.title })}
              loading="lazy"
            />
          ))}
          {section.contact && (
            <p>
              {text.contact}{' '}
              {section.contactLink ? <a href={section.contactLink}>{section.contact}</a> : section.contact}
            </p>
          )}
        </section>
      ))}
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
    </>
  );
}
