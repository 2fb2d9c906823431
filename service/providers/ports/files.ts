/** The store of images did not do what it was asked; asked again it may. */
export class FilesUnavailableError extends Error {
  /** What it failed with, for the log. */
  readonly code: string;

  constructor(kind: string) {
    super('The store of images did not do what it was asked.');
    this.name = 'FilesUnavailableError';
    this.code = `files: ${kind}`;
  }
}

/** Where images are kept, all JPEG: under names that cannot be guessed and that say nothing of their content. */
export interface Files {
  /** Keeps an image and gives its name: 32 hexadecimal digits and `.jpg`. */
  put(bytes: Uint8Array): Promise<string>;
  /** The image of a name; null when there is none, or when the text is no name that `put` gives. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Deletes a file; one that is not there is no error. */
  delete(name: string): Promise<void>;
  /** The names of the files last written before an instant. */
  listOlderThan(instant: Date): Promise<string[]>;
}
