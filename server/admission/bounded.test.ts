import { expect, test } from 'vitest';
import type { CodedError } from '#domain/error-code.ts';
import type { Paper } from '#pages/paper/paper.ts';
import { boundedPapers } from './bounded.ts';

const paper: Paper = {
  ...{ language: 'es', market: 'MX', title: 'Contrato', madeAt: new Date('2026-11-20T18:00:00Z') },
  ...{ issuer: { name: 'Llano', note: '' }, blocks: [], footer: 'Llano' },
};

test('what a paper says is written once, also where two ask at once; another is another', async () => {
  const written: string[] = [];
  const { renderPdf } = boundedPapers(
    async ({ title }) => {
      written.push(title);
      return new Uint8Array([written.length]);
    },
    { admitPaper: async () => ({ isAdmitted: true, count: 1 }), hold: (_thing, _holders, work) => work() },
  );
  const later = { ...paper, madeAt: new Date('2026-11-20T18:05:00Z') };
  const [first, same] = await Promise.all([renderPdf(paper), renderPdf(later)]);
  expect(same).toBe(first);
  expect(await renderPdf(later)).toBe(first);
  await renderPdf({ ...paper, footer: 'Llano. LL-2' });
  expect(written).toHaveLength(2);
});

test('a failed write is retried, and a caller over the limit is told for how long', async () => {
  const outcomes = ['busy', new Uint8Array([1])];
  const { admitPaper, renderPdf } = boundedPapers(async () => new Uint8Array([1]), {
    admitPaper: async () => ({ isAdmitted: false, waitSeconds: 30 }),
    hold: async () => outcomes.shift() as never,
  });
  await expect(renderPdf(paper)).rejects.toMatchObject({
    code: 'service-unavailable',
  } as Partial<CodedError>);
  expect(await renderPdf(paper)).toEqual(new Uint8Array([1]));
  await expect(admitPaper()).rejects.toMatchObject({ code: 'too-many-requests' });
});
