import { deskCatalogueText } from '#content/messages/desk-catalogue.ts';
import { fill } from '#content/text-pack.ts';
import { listProducts } from '#contract/host/product.ts';
import { deskScreen } from '../desk-screen.tsx';
import { deskPaths, productPath } from '../paths.ts';
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
        <div className="top">
          <h1>{text.title}</h1>
          <p className="sub">{text.line}</p>
          <p className="end">
            <a href={deskPaths.offers}>{text.offers}</a>
            {desk.may('change-catalogue') && (
              <a className="btn second" href={deskPaths.newProduct}>
                {text.add}
              </a>
            )}
          </p>
        </div>
        {products.length === 0 ? (
          <p className="sub">{desk.words.none}</p>
        ) : (
          <Table
            caption={text.caption}
            rows={products}
            keyOf={({ productId }) => productId}
            columns={[
              {
                head: text.product,
                cell: ({ productId, name }) => (
                  <>
                    <a href={productPath(productId)}>{name}</a> <span className="sub">{productId}</span>
                  </>
                ),
              },
              {
                head: text.state,
                className: 'fit r',
                cell: ({ isActive }) => (isActive ? text.offered : text.withdrawn),
              },
              { head: text.market, className: 'fit', cell: ({ market }) => market },
              {
                head: text.term,
                className: 'fit r',
                cell: ({ instalmentCount: count, instalmentDays: days }) => fill(text.days, { count, days }),
              },
              {
                head: text.amounts,
                className: 'n wide',
                cell: ({ minimumMinor, maximumMinor, currency }) =>
                  fill(text.range, {
                    from: desk.money(minimumMinor, currency),
                    to: desk.money(maximumMinor, currency),
                  }),
              },
              { head: text.version, className: 'n r', isLabelled: true, cell: ({ version }) => version },
            ]}
          />
        )}
        <Pager desk={desk} path={deskPaths.products} nextCursor={nextCursor} pageSize={pageSize} />
      </>
    );
  },
});
