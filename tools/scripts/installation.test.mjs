import { expect, test } from 'vitest';
import { missingPackages } from './installation.mjs';

const lock = {
  packages: {
    '': { version: '1.0.0' },
    'node_modules/here': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/elsewhere': { version: '1.0.0', optional: true },
  },
};

test('an installation with every package for this machine lacks nothing', () => {
  const installed = { packages: { 'node_modules/here': { version: '1.0.0', integrity: 'sha512-a' } } };
  expect(missingPackages(lock, installed)).toEqual([]);
});

test('a package that is absent, of another version or of other content is missing', () => {
  for (const packages of [
    {},
    { 'node_modules/here': { version: '1.0.1', integrity: 'sha512-a' } },
    { 'node_modules/here': { version: '1.0.0', integrity: 'sha512-b' } },
  ]) {
    expect(missingPackages(lock, { packages })).toEqual(['node_modules/here']);
  }
});

test('an optional package that is there in another version is missing', () => {
  const packages = { ...lock.packages, 'node_modules/elsewhere': { version: '0.9.0' } };
  expect(missingPackages(lock, { packages })).toEqual(['node_modules/elsewhere']);
});
