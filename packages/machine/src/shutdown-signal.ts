const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Time for an orderly shutdown: process supervisors allow less than 10 seconds. */
export const SHUTDOWN_TIMEOUT_MS = 7_000

/**
 * Returns a signal that is aborted by the first SIGINT, SIGTERM or SIGHUP; repeated signals change nothing. With
 * `forceExitMs`, the process exits with 1 if it has not ended so many milliseconds after the signal, and guarded
 * programs end with it.
 */
export const shutdownSignal = (forceExitMs?: number): AbortSignal => {
  const controller = new AbortController()
  for (const signal of SIGNALS) process.on(signal, () => controller.abort())
  // A closed terminal rejects output; that must not prevent an orderly shutdown.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const forceExit = () => {
    process.stderr.write(
      `\n  Not all of it stopped within ${(forceExitMs ?? 0) / 1000} seconds; it was ended at once.\n`,
    )
    process.exit(1)
  }
  if (forceExitMs !== undefined)
    controller.signal.addEventListener('abort', () => void setTimeout(forceExit, forceExitMs).unref(), { once: true })
  return controller.signal
}
