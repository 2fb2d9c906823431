/** The rows of a list, asked for page by page. */
export async function allRows<Page extends { readonly nextCursor: string | null }, Row>(
  read: (next: { readonly cursor?: string }) => Promise<Page>,
  rowsOf: (page: Page) => readonly Row[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = await read(cursor === '' ? {} : { cursor });
    rows.push(...rowsOf(page));
    cursor = page.nextCursor;
  }
  return rows;
}
