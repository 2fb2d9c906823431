/** A lender's backend in memory, on its own port. */
interface ExampleBackend {
  readonly address: string;
  close(): Promise<void>;
}

// Not resolved by TypeScript: the example is checked with the types that `npm run types` makes for it.
const path: string = '../../examples/backend/backend.ts';

/** Starts `examples/backend` on a port; 0 takes a free one. */
export async function startExampleBackend(port: number): Promise<ExampleBackend> {
  const example = (await import(path)) as { startExampleBackend: typeof startExampleBackend };
  return await example.startExampleBackend(port);
}
