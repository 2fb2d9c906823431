import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type MessageHost, receive } from './react-native/messages.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8');

type Message = Readonly<Record<string, string>> & { readonly action: string };

const schema: {
  readonly oneOf: readonly { readonly properties: Readonly<Record<string, { readonly const?: string }>> }[];
} = JSON.parse(read('docs/bridge-messages.schema.json'));

/** Each published message as its action and then its fields. */
const published = schema.oneOf.map(({ properties: { action, ...fields } }) =>
  [action?.const, ...Object.keys(fields)].join(' '),
);

/** One message of each action, as docs/bridge.md shows it. */
const samples: readonly Message[] = [...read('docs/bridge.md').matchAll(/^\| `(\{.*?\})` \|/gm)].map(
  ([, sample]) => JSON.parse(sample ?? ''),
);

const sampleHosts = [
  ['examples/android/LlanoActivity.kt', /^ +"(\w+)" ->/gm, /message\.getString\("(\w+)"\)/g],
  ['examples/ios/LlanoViewController.swift', /^ +case "(\w+)":/gm, /message\["(\w+)"\]/g],
  ['examples/flutter/llano_page.dart', /^ +case '(\w+)':/gm, /message\['(\w+)'\]/g],
  ['examples/react-native/messages.ts', /^ +case '(\w+)':/gm, /message\.(\w+)/g],
] as const;

test.each(sampleHosts)(
  '[BRIDGE-1] %s takes the messages of the published schema, each with its fields, and no others',
  (path, branch, field) => {
    const source = read(path);
    const starts = [...source.matchAll(branch)];
    const branches = starts.map((start, index) => {
      const end = starts[index + 1]?.index ?? start.index + 200;
      const fields = [...source.slice(start.index, end).matchAll(field)].map(([, name]) => name ?? '');
      return [start[1], ...new Set(fields)].join(' ');
    });
    expect(branches.sort()).toEqual([...published].sort());
  },
);

/** Keeps what a message asks: the method and what it is given. */
function recordingHost() {
  const requests: { readonly method: string; readonly given: readonly unknown[] }[] = [];
  const host = new Proxy({} as MessageHost, {
    get:
      (_target, method) =>
      (...given: unknown[]) =>
        void requests.push({ method: String(method), given }),
  });
  return { requests, host };
}

test('[BRIDGE-1] the React Native host hands each message on once, with every field of it', () => {
  expect(samples.map(({ action, ...fields }) => [action, ...Object.keys(fields)].join(' '))).toEqual(
    published,
  );
  const methods = samples.map(({ action, ...fields }) => {
    const { requests, host } = recordingHost();
    receive(JSON.stringify({ action, ...fields }), host);
    if (action === 'endBankFlow') return expect(requests).toEqual([]);
    expect(requests, action).toHaveLength(1);
    expect(requests[0]?.given.filter((each) => each !== null)).toEqual(Object.values(fields));
    return requests[0]?.method;
  });
  expect(new Set(methods).size).toBe(samples.length - 1);
});

test.each([
  '',
  '{',
  'null',
  '7',
  '{}',
  '{"action":"new"}',
  '{"action":"openPage"}',
  '{"action":"openPage","page":7}',
])('[BRIDGE-4] the React Native host lets %j go', (text) => {
  const { requests, host } = recordingHost();
  receive(text, host);
  expect(requests).toEqual([]);
});
