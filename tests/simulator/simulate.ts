import process from 'node:process';

// `npm run simulate` is played from outside; `-- --inside` from inside.

await (process.argv.includes('--inside') ? import('./inside/run.ts') : import('./run.ts'));
