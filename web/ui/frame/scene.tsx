import type { ReactNode } from 'react';
import styles from './scene.module.css';

const drawings = {
  rising: (
    <>
      <path d="M15.2 55.5A44 44 0 0 1 100 72" strokeDasharray="1 7" />
      <path d="M1 72a15 15 0 0 1 30 0z" fill="currentColor" stroke="none" />
    </>
  ),
  climbing: (
    <>
      <path d="M12 72A44 44 0 0 1 23.3 42.6" />
      <path d="M36.7 32.5A44 44 0 0 1 100 72" strokeDasharray="1 7" />
      <circle cx="27.7" cy="38.3" r="14" fill="currentColor" stroke="none" />
      <path d="M27.7 31v13m-5-5l5 5 5-5" stroke="var(--tone-bg)" />
    </>
  ),
  resting: (
    <>
      <path d="M12 72A44 44 0 0 1 100 72" strokeDasharray="1 7" />
      <circle cx="56" cy="54" r="17" fill="var(--tone-bg)" />
      <path d="M49 54h14" />
    </>
  ),
  'on-its-way': (
    <>
      <path d="M12 72A44 44 0 0 1 35.3 33.2" />
      <path d="M35.3 33.2A44 44 0 0 1 100 72" strokeDasharray="1 7" />
      <circle cx="15.8" cy="54.1" r="4" fill="currentColor" />
      <circle cx="72.5" cy="31.2" r="4" fill="var(--tone-bg)" />
      <circle cx="94.8" cy="51.3" r="4" fill="var(--tone-bg)" />
      <circle cx="38.1" cy="31.8" r="14" fill="currentColor" stroke="none" />
      <path d="M38.1 25.8v6l4 3" stroke="var(--tone-bg)" />
    </>
  ),
  setting: (
    <>
      <path d="M12 72A44 44 0 0 1 97.3 57" />
      <circle cx="22.3" cy="43.7" r="4" fill="currentColor" />
      <circle cx="63.6" cy="28.7" r="4" fill="var(--tone-bg)" />
      <path d="M84 72a15 15 0 0 1 28 0z" fill="currentColor" stroke="none" />
    </>
  ),
  arrived: (
    <>
      <path d="M12 72A44 44 0 0 1 35.3 33.2" />
      <path d="M35.3 33.2A44 44 0 0 1 100 72" strokeDasharray="1 7" />
      <circle cx="15.8" cy="54.1" r="4" fill="currentColor" />
      <circle cx="72.5" cy="31.2" r="4" fill="var(--tone-bg)" />
      <circle cx="94.8" cy="51.3" r="4" fill="var(--tone-bg)" />
      <circle cx="38.1" cy="31.8" r="14" fill="currentColor" stroke="none" />
      <path d="M32.1 32.3l4.2 4.2 7.8-8.4" stroke="var(--tone-bg)" strokeWidth="3" />
    </>
  ),
  whole: (
    <>
      <path d="M12 72A44 44 0 0 1 100 72" />
      <circle cx="15.2" cy="55.5" r="4" fill="currentColor" />
      <circle cx="34" cy="33.9" r="4" fill="currentColor" />
      <circle cx="78" cy="33.9" r="4" fill="currentColor" />
      <circle cx="96.8" cy="55.5" r="4" fill="currentColor" />
      <circle cx="56" cy="54" r="18" fill="currentColor" stroke="none" />
      <path d="M48 54.5l5.5 5.5 10.5-11" stroke="var(--tone-bg)" strokeWidth="3.5" />
    </>
  ),
  horizon: (
    <>
      <path d="M2 70h108" />
      <path d="M12.4 65.9A44 44 0 0 1 99.6 65.9" strokeDasharray="1 7" />
    </>
  ),
};

export type SceneName = keyof typeof drawings;

/** Decorative, in the colour of its tone; the heading beside it carries the meaning. */
export function Scene({ name }: { readonly name: SceneName }): ReactNode {
  return (
    <svg
      className={styles.scene}
      viewBox="0 0 112 72"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      data-scene={name}
    >
      {drawings[name]}
    </svg>
  );
}
