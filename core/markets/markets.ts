import { india } from './in/market.ts';
import { mexico } from './mx/market.ts';

/** By ISO 3166 code; the first is the default. */
export const markets = { MX: mexico, IN: india } as const;
