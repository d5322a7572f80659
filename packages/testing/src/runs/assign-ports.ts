/*
 * Loaded before every test file: concurrent workers choose free ports from separate ranges. A server that stops listening
 * for a while, such as a cut proxy, would otherwise find its port in use by a test of another worker.
 */
const FIRST = 20_000
const PORTS = 2_000

const worker = Number(process.env.VITEST_POOL_ID)
process.env.FREE_PORTS ??= `${FIRST + (worker - 1) * PORTS}-${FIRST + worker * PORTS - 1}`
