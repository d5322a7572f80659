/**
 * Environment of glibc's allocator for Postgres and all processes of the product, in bytes.
 * Blocks from this size on are returned to the system once they are freed. It is glibc's own initial value; by default
 * glibc raises it with every larger block and then retains such blocks, so a process keeps its memory after a
 * large sort or reply (`docs/performance.md`, Lessons).
 */
export const allocatorEnvironment = { MALLOC_MMAP_THRESHOLD_: '131072' } as const
