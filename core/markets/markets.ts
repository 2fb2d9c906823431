import { india } from './in/market.ts';
import { mexico } from './mx/market.ts';

/** The markets a loan can be made in, by ISO 3166 code; the first is taken where none is named. */
export const markets = { MX: mexico, IN: india } as const;
