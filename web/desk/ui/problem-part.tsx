import type { ReactNode } from 'react';
import { deskBatchText } from '#content/messages/desk-batch.ts';
import { deskRefusalText } from '#content/messages/desk-refusal.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskRefusalCode } from '#domain/desk/refusal.ts';
import { useDesk } from '../desk-context.ts';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths } from '../paths.ts';
import { dayRangeFault } from './day-range.tsx';
import { PageHead } from './page-head.tsx';

export interface DeskProblem {
  readonly kind: DeskRefusalCode | 'not-found' | 'conflict' | 'refused' | 'fault';
  readonly status: number;
  /** What is refused; absent if the request as a whole is. */
  readonly field?: string | undefined;
}

const rangeFields = ['from', 'fromDay', 'throughDay'];

export function ProblemPart({ problem }: { readonly problem: DeskProblem }): ReactNode {
  const desk = useDesk();
  const [heading, line] = wordsOf(problem, desk);
  return (
    <>
      <PageHead>
        <h1>{heading}</h1>
      </PageHead>
      <p>{line}</p>
      <p className="g3">
        <a href={deskPaths.overview}>{desk.words.toStart}</a>
      </p>
    </>
  );
}

export function wordsOf(
  { kind, field = '' }: DeskProblem,
  desk: OpenDesk,
): readonly [heading: string, line: string] {
  const { words, language } = desk;
  switch (kind) {
    case 'not-allowed':
      return [words.notAllowedHeading, words.notAllowedLine];
    case 'not-found':
      return [words.notFoundHeading, words.notFoundLine];
    case 'conflict': {
      const causes: Readonly<Record<string, string>> = deskRefusalText[language];
      return [words.conflictHeading, causes[field] ?? words.conflictLine];
    }
    case 'fault':
      return [words.faultHeading, words.faultLine];
    case 'refused': {
      const range = [desk.parameter('from'), desk.parameter('through')] as const;
      const fault = rangeFields.includes(field) ? dayRangeFault(range, desk) : null;
      return [words.refusedHeading, fault?.words ?? fill(words.refusedField, { field: field || desk.path })];
    }
    default:
      return [words.refusedHeading, deskBatchText[language][`why-${kind}`]];
  }
}
