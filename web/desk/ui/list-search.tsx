import type { ReactNode } from 'react';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import styles from './list-search.module.css';
import { PageHead } from './page-head.tsx';

/** A search field and its button. */
export function SearchBar({ children }: { readonly children: ReactNode }): ReactNode {
  return <search className={styles.search}>{children}</search>;
}

/** The head of a page with a search, whose query parameter is `q`. */
export function ListSearch({
  path,
  query: request,
  text,
}: {
  readonly path: string;
  readonly query: string;
  readonly text: {
    readonly title: string;
    readonly search: string;
    readonly searchHint: string;
    readonly find: string;
  };
}): ReactNode {
  return (
    <form action={path} method="get">
      <PageHead>
        <h1>{text.title}</h1>
      </PageHead>
      <SearchBar>
        <Field
          id="q"
          name="q"
          type="search"
          label={text.search}
          defaultValue={request}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          aria-describedby="q-h"
        />
        <Button>{text.find}</Button>
      </SearchBar>
      <p className={`hint ${styles.hint}`} id="q-h">
        {text.searchHint}
      </p>
    </form>
  );
}
