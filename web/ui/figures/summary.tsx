import type { ReactNode } from 'react';

/**
 * A `<summary>` with its flex box inside: otherwise VoiceOver does not announce whether it is open (alphagov/govuk-frontend
 * 2349).
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
