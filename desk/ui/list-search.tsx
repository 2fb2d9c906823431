import type { ReactNode } from 'react';

/** The head of a list: its title, and a search that the address keeps as `q`. */
export function ListSearch({
  path,
  wanted,
  text,
}: {
  readonly path: string;
  /** What was searched for; empty for nothing. */
  readonly wanted: string;
  readonly text: {
    readonly title: string;
    readonly search: string;
    readonly searchHint: string;
    readonly find: string;
  };
}): ReactNode {
  return (
    <form action={path} method="get">
      <div className="top">
        <h1>{text.title}</h1>
      </div>
      <search className="search">
        <div className="field">
          <label htmlFor="q">{text.search}</label>
          <div className="hold">
            <input
              id="q"
              name="q"
              type="search"
              defaultValue={wanted}
              maxLength={64}
              autoComplete="off"
              spellCheck={false}
              aria-describedby="q-h"
            />
          </div>
        </div>
        <button className="btn" type="submit">
          {text.find}
        </button>
      </search>
      <p className="hint" id="q-h">
        {text.searchHint}
      </p>
    </form>
  );
}
