import type { ReactNode } from 'react';
import type { extensionText } from '#content/messages/extension.ts';
import type { TextsIn } from '#content/text-pack.ts';
import { headsetIcon, Icon } from '../ui/frame/icons.tsx';
import styles from './service-button.module.css';
import { serviceButtonHintId, serviceButtonId } from './service-button-place.ts';

/** The way to a person, floating above the page: a plain link, which script lets one move (DELAY-2). */
export function ServiceButton({
  link,
  text,
}: {
  readonly link: string;
  readonly text: Pick<TextsIn<typeof extensionText>, 'service' | 'serviceMoves'>;
}): ReactNode {
  return (
    <aside aria-label={text.service}>
      <a id={serviceButtonId} className={styles.button} href={link} draggable={false}>
        <Icon path={headsetIcon} />
        <span>{text.service}</span>
      </a>
      <span className="sr" id={serviceButtonHintId}>
        {text.serviceMoves}
      </span>
    </aside>
  );
}
