import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import pg from 'pg';
import type { BareWork } from './bare-server.ts';

process.once('message', ({ databaseUrl, lists, poolSize }: BareWork) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
  const answerOf = async (place: number): Promise<string> => {
    let rows: unknown[] = [];
    for (const { text, name, values } of lists[place] ?? []) {
      rows = (await pool.query({ text, name, values: [...values] })).rows;
    }
    return JSON.stringify(rows);
  };
  const server = createServer((request, response) => {
    request.resume().once('end', async () => {
      const text = await answerOf(Number(request.url?.slice(1)));
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
        .end(text);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
});
