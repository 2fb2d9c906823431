import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />);
});

/** After the page stands, so that it costs the first paint and the first tap nothing. */
function startWorker(): void {
  void import('./service-worker/keep-worker.ts').then(
    ({ keepWorker }) => keepWorker(),
    () => undefined,
  );
}

if (document.readyState === 'complete') startWorker();
else addEventListener('load', startWorker);
