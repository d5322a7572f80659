/**
 * Environment of glibc's allocator for Postgres and for every process of ours, in bytes.
 * Blocks from this size on are returned to the system once they are freed. It is glibc's own initial value; by default
 * glibc raises it with every larger block and then retains such blocks, so a process that once sorted much or sent a
 * large reply stays large (`docs/performance.md`, Memory over a race day).
 */
export const allocatorEnvironment = { MALLOC_MMAP_THRESHOLD_: '131072' } as const
