/** Where images are kept, all JPEG: under names that nobody can guess and that say nothing of their content. */
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
