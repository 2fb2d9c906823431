/** Writes a dotted path with its rows in brackets: `list[2].date`. */
export const placeOf = (path: string): string => path.replaceAll(/\.(\d+)/g, '[$1]');

/**
 * Gives the path of a part in an answer as it came.
 * @param path of the part in the same answer without the rows that `leftOut` removed.
 * @param leftOut dotted paths, in the answer as it came, of what could not be read; each removed its innermost row.
 */
export function pathInAnswer(path: readonly PropertyKey[], leftOut: readonly string[]): PropertyKey[] {
  const rows = leftOut.map((each) => /^(.*\.)?(\d+)(?:\.[^.]*\D[^.]*)*$/.exec(each));
  const before: PropertyKey[] = [];
  for (const step of path) {
    const list = before.map((each) => `${String(each)}.`).join('');
    const gone = rows
      .flatMap((row) => (row && (row[1] ?? '') === list ? [Number(row[2])] : []))
      .sort((one, other) => one - other);
    before.push(
      typeof step === 'number' ? gone.reduce((index, each) => index + Number(each <= index), step) : step,
    );
  }
  return before;
}

/** As `pathInAnswer`, for a path with rows in brackets. */
export function placeInAnswer(place: string, leftOut: readonly string[]): string {
  const steps = place.split(/[.[\]]+/).filter((step) => step !== '');
  const path = steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  return placeOf(pathInAnswer(path, leftOut).join('.'));
}
