import { expect, test } from 'vitest';
import { developerScreens } from '#pages/developer/developer-screens.ts';
import { screens } from '#pages/screens.ts';
import { readEnvironment } from './environment.ts';
import { publicConfigOf } from './public-config.ts';
import { isReservedPath } from './reserved-paths.ts';

test('every path that no setting gives is reserved, and none that one gives by default', () => {
  const config = publicConfigOf(readEnvironment({}));
  const mounted = new Set<string>();
  const app = Object.fromEntries(
    ['get', 'post', 'all'].map((method) => [method, (path: string) => mounted.add(path)]),
  );
  for (const [key, each] of Object.entries({ ...developerScreens, ...screens })) {
    each.mount(key, { app, dependencies: { config }, assets: {} } as never);
  }
  const own = new Set<string>(Object.values(config.paths));
  const others = [...mounted].filter((path) => !own.has(path) && path !== '*');
  expect(others.length).toBeGreaterThan(20);
  expect(others.filter((path) => !isReservedPath(path))).toEqual([]);
  expect([...own].filter(isReservedPath)).toEqual([]);
});
