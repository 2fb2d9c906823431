import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Parts of React Router that the pages never run in the browser, by file, and what stands in for each export. */
const unusedParts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Finding routes for client-side navigation: every link is a document of its own.
  'dom/ssr/fog-of-war.js': {
    URL_LIMIT: '0',
    getManifestPath: '() => ""',
    getPartialManifest: '() => ({})',
    getPatchRoutesOnNavigationFunction: '() => undefined',
    getPathsWithAncestors: '() => []',
    handleClientVersionMismatch: '() => undefined',
    isFogOfWarEnabled: '() => false',
    useFogOFWarDiscovery: '() => undefined',
  },
  // Measuring loaders and actions in the browser: none is given to the router.
  'router/instrumentation.js': {
    consumeInstrumentationClientResultMetaReceiver: '() => undefined',
    getRouteInstrumentationUpdates: '() => ({})',
    instrumentClientSideRouter: '(router) => router',
    instrumentHandler: '(handler) => handler',
    instrumentationResultMetaContext: '{}',
  },
};

const folder = '/react-router/dist/production/lib/';

/**
 * Leaves the parts of React Router that our pages never run out of the browser's build: 2 kB of the 95 that a loan
 * screen may ship (decision 015). The build fails when a new version of the router exports something else there.
 */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    load: {
      filter: {
        id: /\/react-router\/dist\/production\/lib\/(dom\/ssr\/fog-of-war|router\/instrumentation)\.js$/,
      },
      handler(id) {
        const part = id.slice(id.indexOf(folder) + folder.length);
        const standIns = unusedParts[part] ?? {};
        const exported = exportedNames(readFileSync(id, 'utf8'));
        const expected = Object.keys(standIns).sort();
        if (exported.join() !== expected.join()) {
          this.error(
            `React Router's ${part} exports ${exported.join(', ')}: scripts/lean-router.ts knows ${expected.join(', ')}`,
          );
        }
        return Object.entries(standIns)
          .map(([name, code]) => `export const ${name} = ${code};`)
          .join('\n');
      },
    },
  };
}

function exportedNames(source: string): string[] {
  const list = /export \{([^}]*)\};/.exec(source)?.[1] ?? '';
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .sort();
}
