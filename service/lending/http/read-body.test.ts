import { expect, test } from 'vitest';
import { CodedError } from '#domain/error-code.ts';
import { bodyLimitBytes, readBytes, readFields } from './read-body.ts';

const address = 'http://lender.test/call?name=query';

function post(body: BodyInit, contentType?: string): Request {
  const request = new Request(address, { method: 'POST', body, duplex: 'half' } as RequestInit);
  if (contentType === undefined) request.headers.delete('Content-Type');
  else request.headers.set('Content-Type', contentType);
  return request;
}

/** A body that comes in pieces and does not say how long it is; counts what was taken of it. */
function endlessBody(): { stream: ReadableStream<Uint8Array>; takenBytes: () => number } {
  const piece = new Uint8Array(16 * 1024).fill(97);
  let taken = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken += piece.byteLength;
      controller.enqueue(piece);
    },
  });
  return { stream, takenBytes: () => taken };
}

test('fields are read from JSON, forms, multipart and the query, by the content type first', async () => {
  const multipart = new FormData();
  multipart.set('name', 'multipart');
  const cases = [
    [post('{"name":"json"}', 'application/json; charset=utf-8'), 'form', 'json'],
    [post('name=form', 'application/x-www-form-urlencoded'), 'json', 'form'],
    [new Request(address, { method: 'POST', body: multipart }), 'json', 'multipart'],
    [post('{"name":"by the call"}'), 'json', 'by the call'],
    [post('name=by+the+call'), 'form', 'by the call'],
    [post('name=ignored', 'application/x-www-form-urlencoded'), 'query', 'query'],
    [new Request(address), 'json', 'query'],
  ] as const;
  for (const [request, encoding, name] of cases)
    expect(await readFields(request, encoding)).toEqual({ name });
});

test('a body that is not what it says is malformed', async () => {
  const cases: [BodyInit, string][] = [
    ['{"name":', 'application/json'],
    ['', 'application/json'],
    ['[1]', 'application/json'],
    ['null', 'application/json'],
    ['"text"', 'application/json'],
    ['{"name":"a\\u0000b"}', 'application/json'],
    [Uint8Array.of(...Buffer.from('{"name":"'), 0xff, ...Buffer.from('"}')), 'application/json'],
    [Uint8Array.of(...Buffer.from('name='), 0xff), 'application/x-www-form-urlencoded'],
    ['name=a%00b', 'application/x-www-form-urlencoded'],
    ['no parts', 'multipart/form-data; boundary=x'],
    ['no boundary', 'multipart/form-data'],
  ];
  for (const [body, contentType] of cases) {
    await expect(readFields(post(body, contentType), 'json')).rejects.toThrow(
      new CodedError('request-malformed'),
    );
  }
});

test('a field cannot reach the prototype of the fields', async () => {
  const fields = await readFields(
    post('__proto__=x&constructor=y', 'application/x-www-form-urlencoded'),
    'form',
  );
  expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
  expect(Object.keys(fields)).toEqual(['__proto__', 'constructor']);
});

test('a body up to the limit is read; one beyond it is refused, with a length and without', async () => {
  const atLimit = new Request(address, { method: 'POST', body: 'a'.repeat(bodyLimitBytes) });
  expect((await readBytes(atLimit, bodyLimitBytes)).byteLength).toBe(bodyLimitBytes);
  const announced = post('a', 'application/json');
  announced.headers.set('Content-Length', String(bodyLimitBytes + 1));
  await expect(readBytes(announced, bodyLimitBytes)).rejects.toThrow(new CodedError('body-too-large'));
  const lying = post('a'.repeat(bodyLimitBytes + 1), 'application/json');
  lying.headers.set('Content-Length', '1');
  await expect(readBytes(lying, bodyLimitBytes)).rejects.toThrow(new CodedError('body-too-large'));
  const { stream, takenBytes } = endlessBody();
  await expect(readBytes(post(stream), bodyLimitBytes)).rejects.toThrow(new CodedError('body-too-large'));
  expect(takenBytes()).toBeLessThan(2 * bodyLimitBytes);
});

test('deeply nested JSON is read without overflowing', async () => {
  const depth = 20_000;
  const body = `{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  expect(Object.keys(await readFields(post(body, 'application/json'), 'json'))).toEqual(['name']);
});

test('a body that breaks off is malformed, not a fault of ours', async () => {
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(4)),
    pull: (controller) => controller.error(new Error('aborted')),
  });
  const announced = post(stream);
  await expect(readBytes(announced.clone(), bodyLimitBytes)).rejects.toMatchObject({
    code: 'request-malformed',
  });
  announced.headers.set('Content-Length', '8');
  await expect(readBytes(announced, bodyLimitBytes)).rejects.toMatchObject({ code: 'request-malformed' });
});
