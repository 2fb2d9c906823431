import type { ReactNode } from 'react';
import type { Tone } from '../tone.ts';
import { Words } from '../words.tsx';
import styles from './banner.module.css';
import { Scene, type SceneName } from './scene.tsx';

export function Banner({
  scene,
  tone,
  title,
  description,
  shortDay,
}: {
  readonly scene: SceneName;
  readonly tone: Tone;
  readonly title: string;
  readonly description: string;
  /** Shortens dates in the banner when the page shows them in full below. */
  readonly shortDay?: ((day: string) => string) | undefined;
}): ReactNode {
  return (
    <section className={styles.banner} data-tone={tone}>
      <div className={styles.words}>
        <h1>
          <Words text={title} shortDay={shortDay} />
        </h1>
        {description && (
          <p>
            <Words text={description} shortDay={shortDay} />
          </p>
        )}
      </div>
      <Scene name={scene} />
    </section>
  );
}
