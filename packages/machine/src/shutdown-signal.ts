const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** For stopping in order: whoever tells a program to stop counts on less than 10 seconds. */
export const SHUTDOWN_TIMEOUT_MS = 7_000

/**
 * Aborted by the first signal that asks this process to end; one that repeats it changes nothing. With `giveUpMs`, what
 * has not ended so long afterwards is given up and the process ends with 1, and with it what it guards.
 */
export const shutdownSignal = (forceExitMs?: number): AbortSignal => {
  const told = new AbortController()
  for (const signal of SIGNALS) process.on(signal, () => told.abort())
  // A terminal that was closed takes no more words; that is no reason to end without stopping.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const giveUp = () => {
    process.stderr.write(
      `\n  Not all of it stopped within ${(forceExitMs ?? 0) / 1000} seconds; it was ended at once.\n`,
    )
    process.exit(1)
  }
  if (forceExitMs !== undefined)
    told.signal.addEventListener('abort', () => void setTimeout(giveUp, forceExitMs).unref(), { once: true })
  return told.signal
}
