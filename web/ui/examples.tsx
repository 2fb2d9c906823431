import type { ReactNode } from 'react';
import type { Language } from '#domain/language.ts';
import { figureExamples } from './examples/figures.tsx';
import { formExamples } from './examples/form.tsx';
import { frameExamples } from './examples/frame.tsx';
import { noticeExamples } from './examples/notice.tsx';
import { kitWords, type Say } from './examples/say.ts';
import { KitContext } from './kit-context.ts';

/** Each component in its states, for its test and the gallery. */
export function examplesIn(language: Language): Readonly<Record<string, ReactNode>> {
  const say: Say = (spanish, english) => (language === 'es' ? spanish : english);
  const all = { ...frameExamples, ...figureExamples, ...noticeExamples, ...formExamples };
  return Object.fromEntries(
    Object.entries(all).map(([name, example]) => [
      name,
      <KitContext key={name} value={{ words: kitWords(say), otherLanguage: null }}>
        {example(say)}
      </KitContext>,
    ]),
  );
}
