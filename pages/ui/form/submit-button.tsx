import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import { Button } from './button.tsx';

/**
 * The button that sends a form. While the sending runs it says so in place of its label and takes no second press
 * (CALL-4's loading message); without script the browser shows its own progress.
 */
export function SubmitButton({
  pendingText,
  isDisabled = false,
  children,
}: {
  readonly pendingText: string;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const isPending = useNavigation().state !== 'idle';
  return (
    <>
      <Button disabled={isDisabled || isPending}>{isPending ? pendingText : children}</Button>
      <output className="sr">{isPending && pendingText}</output>
    </>
  );
}
