import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { startRecorder, startReplay } from './record-server.ts';
import type { RecordedAnswer } from './session-record.ts';

// `record URL FILE [PORT]` starts a proxy in front of a backend and saves its answers without personal data; `replay FILE [PORT]` serves
// them again.

const [mode, ...words] = process.argv.slice(2);
const [place = '', file = ''] = words;
if (mode === 'record' && URL.canParse(place) && file) {
  const record: RecordedAnswer[] = [];
  const { address } = await startRecorder(place, Number(words[2] ?? 4001), (answer) => {
    record.push(answer);
    writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
  });
  process.stdout.write(
    `Start the pages with API_BASE=${address}; their calls go to the backend and into ${file}\n`,
  );
} else if (mode === 'replay' && place) {
  const record: RecordedAnswer[] = JSON.parse(readFileSync(place, 'utf8'));
  const { address } = await startReplay(record, Number(words[1] ?? 4001));
  process.stdout.write(`Start the pages with API_BASE=${address}\n`);
} else {
  process.stderr.write(
    'npm run check-backend -- record URL FILE [PORT]\nnpm run check-backend -- replay FILE [PORT]\n',
  );
  process.exit(2);
}
