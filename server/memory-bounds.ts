/** Flags that bound the V8 of a node, with their values (decision 100). */
export const v8Bounds = {
  /** Megabytes of each half. */
  '--max-semi-space-size': 8,
  /** Megabytes of long-lived objects; ten times the normal use. */
  '--max-old-space-size': 512,
  /** V8 threads besides the main thread. */
  '--v8-pool-size': 1,
};

/**
 * Environment variables that glibc's `malloc` reads when a process starts (decision 100). Blocks above the threshold return to the system
 * when freed. Without a fixed value `malloc` raises the threshold after the first photo and keeps the memory of later ones.
 */
export const mallocBounds = {
  /** Bytes. */
  MALLOC_MMAP_THRESHOLD_: '1048576',
};
