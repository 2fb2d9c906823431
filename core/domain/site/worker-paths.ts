/** Service worker and its offline page (SW-1). */
export const workerPaths = { worker: '/service-worker.js', offline: '/offline' } as const;
