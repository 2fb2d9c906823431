export interface SignedEvent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** After a failure the event may have arrived all the same. */
export type EventOutcome = { readonly isTaken: true } | { readonly isTaken: false; readonly failure: string };

/** The lender's event endpoint. Never throws. */
export interface EventReceiver {
  /** @param signal aborts when the process ends. */
  deliver(event: SignedEvent, signal: AbortSignal): Promise<EventOutcome>;
}
