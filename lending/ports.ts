/** The real time. */
export interface Clock {
  now(): Date;
}

/** Where the service reports to. Fields never hold a borrower's data. */
export interface Logger {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}
