/** A page of a list, and where the next one begins. */
export interface DeskPage<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

/** Somebody of the desk, by name. */
export interface DeskColleague {
  readonly personId: string;
  readonly name: string;
}
