/** The service worker's script and the page it shows where there is no connection (SW-1). */
export const workerPaths = { worker: '/service-worker.js', offline: '/offline' } as const;
