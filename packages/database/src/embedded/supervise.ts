import { setTimeout as delay } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import type { DataLocation } from './data-location.ts'
import { type Server, stopServer } from './server.ts'
import { DatabaseStartError, explainExit } from './start-error.ts'

/** Log of the start; a pino logger fits. */
export type StartLog = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export type EmbeddedPostgres = {
  /** The superuser's URL, on the loopback. */
  url: string
  /** The folder of the data if it differs from `postgres` in the data folder. */
  movedTo: string | undefined
  /** The current process id of the server. */
  pid(): number | undefined
  /** Stops the server after rolling back running transactions, and releases the data. Idempotent. */
  stop(): Promise<void>
}

type SuperviseOptions = {
  location: DataLocation
  binaries: Binaries
  log: StartLog
  release: () => void
  /** Starts the server again, unless the signal fires first. */
  restart: (signal: AbortSignal) => Promise<Server>
  url: string
}

/** Restarts the server with backoff whenever it exits unexpectedly, until it is stopped. */
export const supervise = (
  initialServer: Server,
  { location, binaries, log, release, restart, url }: SuperviseOptions,
): EmbeddedPostgres => {
  const stopping = new AbortController()
  let server: Server = initialServer

  const watch = async (): Promise<void> => {
    for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      await server.exited
      if (stopping.signal.aborted) return
      log.error({ event: 'postgres.exited' }, explainExit(location.home, server.output()))
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        server = await restart(stopping.signal)
        // A concurrent stop only knew the dead server; it stops this one after the loop.
        if (stopping.signal.aborted) return
        pauseMs = 100
      } catch (error) {
        if (stopping.signal.aborted) return
        log.error(
          { event: 'postgres.restart_failed' },
          error instanceof DatabaseStartError ? error.message : String(error),
        )
      }
    }
  }
  const watching = watch()

  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    stopping.abort()
    await stopServer(server, location, binaries)
    await watching
    // Also stops a server that was being restarted meanwhile.
    await stopServer(server, location, binaries)
    release()
  }
  const movedTo = location.movedFrom === undefined ? undefined : location.home
  return { url, movedTo, pid: () => server.process.pid, stop: () => (stopped ??= stop()) }
}
