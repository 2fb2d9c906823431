export { createPages } from '#pages/create-pages.tsx';
export { lastTree, renderToString } from './recorded-render.ts';
