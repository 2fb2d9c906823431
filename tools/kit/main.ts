import process from 'node:process';

// `npm run check-backend -- URL …` checks a backend; `-- record` and `-- replay` keep a backend's answers and give them again.

const isRecorder = ['record', 'replay'].includes(process.argv[2] ?? '');
await (isRecorder ? import('./record.ts') : import('./check-command.ts'));
