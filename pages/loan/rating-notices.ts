import { type FormEvent, useEffect } from 'react';
import { useNavigation } from 'react-router';
import type { Problem } from '../problem.ts';
import { type FormProblemText, problemLine } from '../ui/notice/problem-line.ts';
import { useToast } from '../ui/notice/toast.tsx';

/** Two lines take longer to read than the usual toast stays. */
const noticeMs = 6000;

/**
 * What the rating form says in toasts: that it is being sent, what went wrong, and, by the handler it returns for
 * `onInvalidCapture`, that a star is missing, in the page's language instead of the browser's (ORDER-6, CALL-4, CALL-8).
 */
export function useRatingNotices(
  problem: Problem | null | undefined,
  {
    text,
    problemText,
  }: {
    readonly text: { readonly chooseStar: string; readonly sending: string };
    readonly problemText: FormProblemText;
  },
): (event: FormEvent) => void {
  const showToast = useToast();
  const isPending = useNavigation().state !== 'idle';
  const notice = isPending ? text.sending : problem && problemLine(problem, problemText);
  useEffect(() => {
    if (notice) showToast(notice, noticeMs);
  }, [notice, showToast]);
  return (event) => {
    event.preventDefault();
    showToast(text.chooseStar);
  };
}
