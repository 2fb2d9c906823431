import type { Plugin, Rolldown } from 'vite';

/**
 * Keeps the styles of components that only the server renders (`app/ui/still.tsx`). The browser build drops the code of
 * such a component as unused and would drop its style module with it, and with that the route's list of styles that the
 * server writes into the page. A chunk that is then imported for its styles alone is no longer imported: our modules do
 * nothing by being loaded, and its styles pass to the chunk that wanted them.
 */
export function stillStyles(): Plugin[] {
  return [
    {
      name: 'still-styles:keep',
      enforce: 'post',
      applyToEnvironment: (environment) => environment.name === 'client',
      transform: {
        filter: { id: /\.module\.css$/ },
        handler: (code) => ({ code, moduleSideEffects: 'no-treeshake' }),
      },
    },
    {
      name: 'still-styles:import-no-styles',
      applyToEnvironment: (environment) => environment.name === 'client',
      generateBundle: (_options, bundle) => dropStyleImports(bundle),
    },
  ];
}

type Chunk = Rolldown.OutputChunk;

function dropStyleImports(bundle: Rolldown.OutputBundle): void {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const own = new Map(chunks.filter(isOwnPart).map((chunk) => [chunk.fileName, chunk]));
  for (const chunk of chunks) {
    for (const fileName of [...chunk.imports]) {
      const statement = `import"./${fileName.slice(fileName.lastIndexOf('/') + 1)}";`;
      if (!own.has(fileName) || !chunk.code.includes(statement)) continue;
      for (const style of stylesOf(fileName, own)) chunk.viteMetadata?.importedCss.add(style);
      chunk.code = chunk.code.replace(statement, '');
      chunk.imports = chunk.imports.filter((name) => name !== fileName);
    }
  }
  const imported = new Set(chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports]));
  for (const fileName of own.keys()) if (!imported.has(fileName)) delete bundle[fileName];
}

/** A shared part of our own code: no page starts with it and no package is in it. */
function isOwnPart(chunk: Chunk): boolean {
  return !chunk.isEntry && chunk.moduleIds.every((id) => !/node_modules|\0/.test(id));
}

/** The styles of a chunk and of the chunks of ours that it imports. */
function stylesOf(fileName: string, own: ReadonlyMap<string, Chunk>, seen = new Set<string>()): string[] {
  const chunk = own.get(fileName);
  if (!chunk || seen.has(fileName)) return [];
  seen.add(fileName);
  return [
    ...(chunk.viteMetadata?.importedCss ?? []),
    ...chunk.imports.flatMap((imported) => stylesOf(imported, own, seen)),
  ];
}
