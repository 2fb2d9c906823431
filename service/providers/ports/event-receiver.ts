/** An event as it goes to the lender, signed. */
export interface SignedEvent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Whether the receiver took an event, and in a word why not; a failure says nothing of whether the event arrived. */
export type EventOutcome = { readonly isTaken: true } | { readonly isTaken: false; readonly failure: string };

/** Where the lender takes events. Never throws; an event may arrive although it failed. */
export interface EventReceiver {
  /** @param signal gives up at once, when the process ends. */
  deliver(event: SignedEvent, signal: AbortSignal): Promise<EventOutcome>;
}
