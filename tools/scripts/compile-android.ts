import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

// `npm run package -- android` compiles the Android host against stub signatures, without the Android SDK. It needs Java and `kotlinc` 1.3
// or later (Debian: `apt install kotlin`).

const folder = path.resolve(import.meta.dirname, '../../examples/android');
const [, ...files] = readFileSync(path.join(folder, 'signatures.txt'), 'utf8').split(/^---- (?=\S+$)/m);
const workFolder = mkdtempSync(path.join(tmpdir(), 'llano-android-'));
try {
  for (const file of files) {
    const [name = '', ...lines] = file.split('\n');
    mkdirSync(path.join(workFolder, 'signatures', path.dirname(name)), { recursive: true });
    writeFileSync(path.join(workFolder, 'signatures', name), lines.join('\n'));
  }
  const sources = [path.join(workFolder, 'signatures'), path.join(folder, 'LlanoActivity.kt')];
  const { status, error } = spawnSync('kotlinc', [...sources, '-d', path.join(workFolder, 'classes')], {
    stdio: 'inherit',
  });
  if (error) {
    process.stderr.write('kotlinc is not here: on Debian `apt install kotlin`.\n');
    process.exitCode = 2;
  } else {
    process.exitCode = status ?? 1;
  }
} finally {
  rmSync(workFolder, { recursive: true, force: true });
}
