import { deskCatalogueText } from '#content/messages/desk-catalogue.ts';
import { fill } from '#content/text-pack.ts';
import { listProducts } from '#contract/host/product.ts';
import { ButtonLink } from '#ui/form/button.tsx';
import { deskScreen } from '../desk-screen.tsx';
import { deskPaths, productPath } from '../paths.ts';
import { HeadActs, PageHead } from '../ui/page-head.tsx';
import { Pager } from '../ui/pager.tsx';
import { Table } from '../ui/table.tsx';

const pageSize = 50;

/** Products by their ids. */
export const productList = deskScreen({
  path: deskPaths.products,
  needs: 'see-catalogue',
  async load({ read, parameter }) {
    return read(listProducts, { limit: pageSize, cursor: parameter('from') || undefined });
  },
  title: ({ desk }) => deskCatalogueText[desk.language].title,
  page({ desk, products, nextCursor }) {
    const text = deskCatalogueText[desk.language];
    return (
      <>
        <PageHead>
          <h1>{text.title}</h1>
          <p className="sub">{text.line}</p>
          <HeadActs>
            <a href={deskPaths.offers}>{text.offers}</a>
            {desk.may('change-catalogue') && (
              <ButtonLink kind="second" href={deskPaths.newProduct}>
                {text.add}
              </ButtonLink>
            )}
          </HeadActs>
        </PageHead>
        {products.length === 0 ? (
          <p className="sub">{desk.words.none}</p>
        ) : (
          <Table
            caption={text.caption}
            rows={products}
            keyOf={({ productId }) => productId}
            columns={[
              [
                text.product,
                ({ productId, name }) => (
                  <>
                    <a href={productPath(productId)}>{name}</a> <span className="sub">{productId}</span>
                  </>
                ),
              ],
              [text.state, ({ isActive }) => (isActive ? text.offered : text.withdrawn), 'fit right'],
              [text.market, ({ market }) => market, 'fit'],
              [
                text.term,
                ({ instalmentCount: count, instalmentDays: days }) => fill(text.days, { count, days }),
                'fit right',
              ],
              [
                text.amounts,
                ({ minimumMinor, maximumMinor, currency }) =>
                  fill(text.range, {
                    from: desk.money(minimumMinor, currency),
                    to: desk.money(maximumMinor, currency),
                  }),
                'figure wide',
              ],
              [text.version, ({ version }) => version, 'figure right labelled'],
            ]}
          />
        )}
        <Pager path={deskPaths.products} nextCursor={nextCursor} pageSize={pageSize} file="products.csv" />
      </>
    );
  },
});
