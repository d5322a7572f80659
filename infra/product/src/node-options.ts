/**
 * Options of Node for every process of the product; the Makefile and the image use the same.
 * V8 lets the young generation grow with the machine's memory (on one of 24 GB to 128 MB per process) and releases it
 * late. Our processes need far less, and reply no slower with it (`docs/performance.md`, Lessons).
 */
export const nodeOptions: readonly string[] = ['--max-semi-space-size=8']
