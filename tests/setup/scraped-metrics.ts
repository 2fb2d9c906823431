import { expect } from 'vitest';

/** The samples of a node's metrics by their name with its labels, in the order of their names. @param address where its metrics are. */
export async function scrapeMetrics(address: string): Promise<Map<string, number>> {
  const response = await fetch(`${address}/metrics`);
  expect(response.headers.get('Content-Type')).toContain('text/plain');
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}
