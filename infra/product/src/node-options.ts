/**
 * What Node is told for every process of the product; the Makefile and the image say the same. V8 lets the young
 * generation grow with the memory of the machine, on one of 24 GB to 128 MB in each process, and gives it back late. Ours
 * needs far less, and answers no slower with it (`docs/performance.md`, What a process holds).
 */
export const nodeOptions: readonly string[] = ['--max-semi-space-size=8']
