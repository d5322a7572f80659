import { setTimeout as delay } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import type { Place } from './place.ts'
import { asStartError, DatabaseStartError } from './problem.ts'
import { endServer, type Server } from './server.ts'

/** What the start tells; a pino logger fits. */
export type StartLog = {
  debug(message: string): void
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

export type EmbeddedPostgres = {
  /** The superuser's URL, on the loopback. */
  url: string
  /** The folder of the data where it is another than `postgres` in the product's. */
  movedTo: string | undefined
  /** The process id of the server at this moment. */
  pid(): number | undefined
  /** Ends the server after its running transactions were rolled back, and gives the data free. May be repeated. */
  stop(): Promise<void>
}

type Watched = {
  place: Place
  binaries: Binaries
  log: StartLog
  release: () => void
  /** Starts it once more, unless the signal comes first. */
  again: (until: AbortSignal) => Promise<Server>
  url: string
}

/** Starts the server again whenever it ends unasked, with growing pauses, until it is told to stop. */
export const supervise = (first: Server, { place, binaries, log, release, again, url }: Watched): EmbeddedPostgres => {
  const stopping = new AbortController()
  let server: Server = first

  const watch = async (): Promise<void> => {
    for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      await server.exited
      if (stopping.signal.aborted) return
      log.error(
        asStartError(place.home, { output: `Postgres ended and is started again.\n${server.output()}` }).message,
      )
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        server = await again(stopping.signal)
        // The stop came meanwhile and saw only the server that had died: it ends this one after us.
        if (stopping.signal.aborted) return
        pauseMs = 100
      } catch (error) {
        if (stopping.signal.aborted) return
        log.error(error instanceof DatabaseStartError ? error.message : String(error))
      }
    }
  }
  const watching = watch()

  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    stopping.abort()
    await endServer(server, place, binaries)
    await watching
    // A server that was being started again while the stop came is ended too.
    await endServer(server, place, binaries)
    release()
  }
  const movedTo = place.movedFrom === undefined ? undefined : place.home
  return { url, movedTo, pid: () => server.process.pid, stop: () => (stopped ??= stop()) }
}
