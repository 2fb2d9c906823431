import type { ReactNode } from 'react';
import type { DeskRefusalCode } from '#domain/desk/refusal.ts';
import { useDesk } from '../desk-context.ts';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths } from '../paths.ts';
import { PageHead } from './page-head.tsx';

export interface DeskProblem {
  readonly kind: DeskRefusalCode | 'not-found' | 'conflict' | 'refused' | 'fault';
  readonly status: number;
}

export function ProblemPart({ problem }: { readonly problem: DeskProblem }): ReactNode {
  const desk = useDesk();
  const [heading, line] = wordsOf(problem.kind, desk);
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
  kind: DeskProblem['kind'],
  { words }: OpenDesk,
): readonly [heading: string, line: string] {
  switch (kind) {
    case 'not-allowed':
      return [words.notAllowedHeading, words.notAllowedLine];
    case 'not-found':
      return [words.notFoundHeading, words.notFoundLine];
    case 'conflict':
      return [words.conflictHeading, words.conflictLine];
    case 'fault':
      return [words.faultHeading, words.faultLine];
    default:
      return [words.refusedHeading, words.refusedLine];
  }
}
