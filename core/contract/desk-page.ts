export interface DeskPage<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

export interface DeskColleague {
  readonly personId: string;
  readonly name: string;
}
