import type { ReactNode } from 'react';

/**
 * The line that opens what it names. Its flex box stands inside: VoiceOver does not say of a summary that is one whether
 * it is open (alphagov/govuk-frontend 2349).
 */
export function Summary({
  className,
  children,
}: {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <summary>
      <span className={className}>{children}</span>
    </summary>
  );
}
