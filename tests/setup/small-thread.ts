import { Worker } from 'node:worker_threads';

/**
 * Starts a thread with little room for what lives shortly, so that the collector looks through it some hundred times in a test.
 * @param code a module, in which `takenForLasting()` gives how many bytes V8 took for lasting so far.
 */
export function startSmallThread(code: string): Worker {
  const counting = `
    import { getHeapSpaceStatistics } from 'node:v8';
    const held = () => getHeapSpaceStatistics().find((space) => space.space_name === 'old_space').space_used_size;
    let heldBefore = held();
    let taken = 0;
    // Often, since what a collection of all memory frees was taken all the same.
    const takenForLasting = () => {
      const heldNow = held();
      taken += Math.max(0, heldNow - heldBefore);
      heldBefore = heldNow;
      return taken;
    };
    setInterval(takenForLasting, 5).unref();`;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(`${counting}\n${code}`)}`), {
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
}
