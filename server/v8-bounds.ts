/** Flags that bound the V8 of a node, with their values (decisions 100 and 108). */
export const v8Bounds = {
  /** Megabytes of each half. */
  '--max-semi-space-size': 8,
  /** Megabytes of what lives long, ten times what is in use. */
  '--max-old-space-size': 512,
  /** Threads of V8 beside the main one. */
  '--v8-pool-size': 1,
};
