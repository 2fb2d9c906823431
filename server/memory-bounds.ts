/** Flags that bound the V8 of a node, with their values (decision 100). */
export const v8Bounds = {
  /** Megabytes of each half. */
  '--max-semi-space-size': 8,
  /** Megabytes of what lives long, ten times what is in use. */
  '--max-old-space-size': 512,
  /** Threads of V8 beside the main one. */
  '--v8-pool-size': 1,
};

/**
 * Variables that glibc's `malloc` reads at the start of a process (decision 100). What is larger comes from the system and goes back to
 * it; left alone `malloc` raises the bound with the first photo, and keeps what every later one took.
 */
export const mallocBounds = {
  /** Bytes. */
  MALLOC_MMAP_THRESHOLD_: '1048576',
};
