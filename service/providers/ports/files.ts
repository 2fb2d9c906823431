/** The image store failed; a retry may succeed. */
export class FilesUnavailableError extends Error {
  readonly code: string;

  constructor(kind: string) {
    super('The store of images did not do what it was asked.');
    this.name = 'FilesUnavailableError';
    this.code = `files: ${kind}`;
  }
}

/** Store of JPEG images under random names. */
export interface Files {
  /** @returns the name: 32 hexadecimal digits and `.jpg`. */
  put(bytes: Uint8Array): Promise<string>;
  /** Null for a missing image or an invalid name. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  delete(name: string): Promise<void>;
  listOlderThan(instant: Date): Promise<string[]>;
}
