/**
 * What glibc is told for Postgres and for every process of ours, in bytes: blocks from this size on are given back to the
 * system once they are free. It is glibc's own first choice, which left to itself it raises with every larger block, and
 * then keeps them: who has sorted much, or sent a large reply, stays large (`docs/performance.md`, Memory over a race day).
 */
export const allocatorEnvironment = { MALLOC_MMAP_THRESHOLD_: '131072' } as const
