import type { ReactNode } from 'react';
import type { LegalBlock, LegalDocument } from '#content/legal/document.ts';
import { Rows } from '../figures/rows.tsx';
import { Words } from '../words.tsx';
import styles from './legal-article.module.css';

export interface LegalArticleText {
  /** Such as `Versión 2026-11, vigente desde 2026-11-20`. */
  readonly edition: string;
  readonly contents?: string;
}

/** A legal document with numbered, linkable sections. `title` is one level above `headingAs`. */
export function LegalArticle({
  document,
  title,
  text,
  headingAs: Heading = 'h2',
}: {
  readonly document: LegalDocument;
  readonly title?: ReactNode;
  readonly text: LegalArticleText;
  readonly headingAs?: 'h2' | 'h3';
}): ReactNode {
  const { id, summary, sections } = document;
  return (
    <>
      <section className={styles.head}>
        {title}
        <p>{summary}</p>
        <p className="hint">
          <Words text={text.edition} />
        </p>
        {text.contents && (
          <nav className={styles.contents} aria-label={text.contents}>
            <ol>
              {sections.map((section) => (
                <li key={section.id}>
                  <a href={`#${id}-${section.id}`}>{section.heading}</a>
                </li>
              ))}
            </ol>
          </nav>
        )}
      </section>
      {sections.map((section, index) => (
        <section key={section.id} id={`${id}-${section.id}`} className={styles.section}>
          <Heading>{`${index + 1}. ${section.heading}`}</Heading>
          {section.blocks.map((block, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a document's blocks never change place.
            <Block key={place} block={block} />
          ))}
        </section>
      ))}
    </>
  );
}

function Block({ block }: { readonly block: LegalBlock }): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p>{block.text}</p>;
    case 'list':
      return (
        <ul className={styles.list}>
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case 'facts':
      return <Rows rows={block.facts.map(({ name, value }) => ({ label: name, value }))} />;
    case 'table':
      return <Table {...block} />;
  }
}

function Table({ caption, columns, rows }: Extract<LegalBlock, { kind: 'table' }>): ReactNode {
  return (
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell) => (
              <td key={cell}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
