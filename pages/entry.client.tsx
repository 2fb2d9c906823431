import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { keepWorker } from '#browser/service-worker/keep-worker.ts';

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />);
});

/** After the page stands, so that it costs the first paint and the first tap nothing. */
const startWorker = () => void keepWorker();

if (document.readyState === 'complete') startWorker();
else addEventListener('load', startWorker);
