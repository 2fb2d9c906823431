// The alias of this test run leads `#markets/markets.ts` here; the real file is reached by its path.
import { markets as shipped } from '../../core/markets/markets.ts';
import { zed } from './zz/market.ts';

/** The markets as `core/markets/markets.ts` would list them with one line more. */
export const markets = { ...shipped, ZZ: zed } as const;
