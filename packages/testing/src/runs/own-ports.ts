/*
 * Loaded before every test file: workers that run beside each other choose free ports from ranges apart. What stops
 * listening for a while, as a proxy that is cut does, would otherwise find its port taken by a test of another worker.
 */
const FIRST = 20_000
const PORTS = 2_000

const worker = Number(process.env.VITEST_POOL_ID)
process.env.FREE_PORTS ??= `${FIRST + (worker - 1) * PORTS}-${FIRST + worker * PORTS - 1}`
