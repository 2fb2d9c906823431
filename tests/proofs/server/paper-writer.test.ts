import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import type { Paper } from '#pages/paper/paper.ts';
import { createPaperWriter } from '#server/paper-writer.ts';
import { readPdf } from '#tests/setup/pdf-text.ts';

const rows = Array.from({ length: 1_000 }, (_, row) => ({
  label: `Fila ${row + 1}`,
  value: `${row + 1},00`,
}));
const paper: Paper = {
  ...{ language: 'es', market: 'MX', title: 'Estado', madeAt: new Date('2026-11-20T18:00:00Z') },
  ...{ issuer: { name: 'Llano', note: '' }, blocks: [{ kind: 'rows', rows }], footer: 'Llano' },
};

test('papers are written beside the thread that answers: a long one keeps nobody waiting', async () => {
  const writer = createPaperWriter();
  onTestFinished(writer.close);
  const first = await writer.write({ ...paper, blocks: [] });
  expect((await readPdf(first)).text).toContain('Estado');
  const [all, own] = [process.cpuUsage(), process.threadCpuUsage()];
  const written = await writer.write(paper);
  const [{ user: allMicros }, { user: ownMicros }] = [process.cpuUsage(all), process.threadCpuUsage(own)];
  expect((await readPdf(written)).text).toContain('Fila 1000');
  // Of the work and not of the time, which a busy machine takes from either thread.
  expect(ownMicros).toBeLessThan(allMicros / 2);
});

test('a writer that is closed gives up what it writes', async () => {
  const writer = createPaperWriter();
  const writing = expect(writer.write(paper)).rejects.toThrow();
  await writer.close();
  await writing;
});

test('a paper that takes too long is refused as by a busy service', async () => {
  const hasty = createPaperWriter({ longestMs: 1 });
  onTestFinished(hasty.close);
  await expect(hasty.write(paper)).rejects.toMatchObject({ code: 'service-unavailable' });
});
