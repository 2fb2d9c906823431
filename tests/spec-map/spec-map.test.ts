import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import { answeredCalls } from '#lending/create-lending.ts';
import { createPages } from '#pages/create-pages.tsx';
import { developerScreens } from '#pages/developer/developer-screens.ts';
import { pagesDependencies } from '#tests/setup/open-page.ts';
import { calls, screenPaths } from './paths-and-calls.ts';
import { requirements } from './requirements.ts';
import { compare, readProofs } from './spec-map.ts';
import { callsToCome, pathsToCome, requirementsToCome } from './still-to-come.ts';

const complete = { missing: [], finishedAndToCome: [], unknown: [] };
const proofs = readProofs(join(import.meta.dirname, '../..'));

function callName({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`;
}

test('every requirement is proven by a test or still to come', () => {
  const { missing, unknown } = compare(
    Object.keys(requirements),
    proofs.map(({ id }) => id),
    requirementsToCome,
  );
  expect({ missing, unknown }).toEqual({ missing: [], unknown: [] });
});

test('no requirement still to come is proven on a screen', () => {
  const onScreens = proofs.filter(({ file }) => /^(web\/pages|tests\/journeys)\//.test(file));
  const conflicts = onScreens.filter(({ id }) => (requirementsToCome as readonly string[]).includes(id));
  expect(conflicts).toEqual([]);
});

test('every path of the specification has a route or is still to come', () => {
  const routePaths = createPages(pagesDependencies, undefined, developerScreens)
    .routes.filter(({ method }) => method === 'GET')
    .map(({ path }) => path);
  const { missing, finishedAndToCome } = compare(screenPaths, routePaths, pathsToCome);
  expect({ missing, finishedAndToCome }).toEqual({ missing: [], finishedAndToCome: [] });
});

test('[CALL-6] the contract declares the calls of the specification and no other', () => {
  expect(compare(calls, allCalls.map(callName), [])).toEqual(complete);
});

test('every call is answered or still to come', () => {
  const answered = answeredCalls.map(({ call }) => callName(call));
  expect(compare(calls, answered, callsToCome)).toEqual(complete);
});
