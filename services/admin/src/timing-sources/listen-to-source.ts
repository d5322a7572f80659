import { setTimeout as pause } from 'node:timers/promises'
import type { Snapshot, SnapshotReply } from '@purple-sector/contracts/admin/live-timing'
import type { Logger } from '@purple-sector/service-kit'
import { AppError } from '@purple-sector/service-kit/errors'
import type { HeldSource, Told } from './source-leases.ts'
import { type Adapter, SourceFault, type SourceListener, wordsOfFault } from './timing-source.ts'

const MIN_BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 30_000
/** A snapshot that could not be taken is tried again so much later, unless a newer one has come. */
const AGAIN_MS = 1_000
/** While it is uncertain whether the lease is ours nothing is taken; so often that is looked at. */
const UNCERTAIN_MS = 100
/** Sequences of one who listens, for sources that number nothing; who listens after them has higher ones. */
const SEQUENCES = 1_000_000_000
/** Problems of one source that are logged, each once. */
const MAX_LOGGED = 50

/** Before the next connection: doubling, half of it by chance, so that many do not come at once. */
export const pauseBefore = (failures: number, random = Math.random()): number => {
  const longest = Math.min(MIN_BACKOFF_MS * 2 ** (failures - 1), MAX_BACKOFF_MS)
  return Math.max(MIN_BACKOFF_MS, longest * (0.5 + random / 2))
}

const nothing = { received: 0, skipped: 0, heardAt: null, sessions: undefined }

/** Somebody who listens to one source in this process. */
export type Listening = {
  readonly source: HeldSource
  /** What became of it since the last that was told. */
  news(): Told
  /** That is stored, and no news any more. */
  told(news: Told): void
  /** Ends it: within a moment nothing of this source is taken any more. */
  stop(): Promise<void>
}

type Options = {
  source: HeldSource
  adapter: Adapter
  allowPrivate: boolean
  take(snapshot: Snapshot): Promise<Pick<SnapshotReply, 'accepted' | 'sequence'>>
  /** The lease is certain to be ours still. */
  isHeld(): boolean
  /** Its state is another. */
  changed(): void
  log: Logger
}

/** Listens to a source until it is stopped: connects again and again, and hands on the newest of what it hears. */
export const listenToSource = ({ source, adapter, allowPrivate, take, isHeld, changed, log }: Options): Listening => {
  const stopping = new AbortController()
  const { signal } = stopping
  let fault: string | null = null
  let trouble: string | null = null
  let outdated: string | null = null
  let hasAnswered = false
  let since: Pick<Told, 'received' | 'skipped' | 'heardAt' | 'sessions'> = nothing
  let sessions = [...source.sessions]
  let { hasStarted } = source.session
  let sequence = source.epoch * SEQUENCES
  const logged = new Set<string>()
  let waiting: Snapshot | undefined
  let taking: Promise<void> | undefined

  const stateNow = (): Told['state'] => {
    if (fault !== null) return 'failing'
    if (hasAnswered) return 'receiving'
    return trouble === null ? 'connecting' : 'failing'
  }
  const news = (): Told => ({ state: stateNow(), error: fault ?? trouble ?? outdated, ...since })
  const noting = (change: () => void): void => {
    const before = news()
    change()
    const after = news()
    if (after.state !== before.state || after.error !== before.error) changed()
  }

  const takeAgain = async (snapshot: Snapshot, ms: number): Promise<void> => {
    waiting ??= snapshot
    await pause(ms, undefined, { signal }).catch(() => {})
  }

  const takeOne = async (snapshot: Snapshot): Promise<void> => {
    try {
      const { accepted, sequence: newest } = await take(snapshot)
      hasStarted ||= accepted
      const isBehind = !accepted && snapshot.sequence < newest
      noting(() => {
        outdated = isBehind ? `It sends snapshot ${snapshot.sequence}, which is older than ${newest}.` : null
      })
    } catch (error) {
      if (error instanceof AppError && (error.kind === 'conflict' || error.kind === 'not-found')) return
      log.warn({ err: error, raceId: source.raceId }, 'a snapshot could not be taken, trying again')
      await takeAgain(snapshot, AGAIN_MS)
    }
  }

  /** One after another; what is overtaken while another is taken is left out. */
  const takeWaiting = async (): Promise<void> => {
    while (waiting !== undefined && !signal.aborted) {
      const snapshot = waiting
      waiting = undefined
      if (isHeld()) await takeOne(snapshot)
      else await takeAgain(snapshot, UNCERTAIN_MS)
    }
    taking = undefined
  }

  const listener: SourceListener = {
    answers: () =>
      noting(() => {
        hasAnswered = true
        fault = null
      }),
    heard(snapshot) {
      since = { ...since, received: since.received + 1, heardAt: new Date() }
      waiting = snapshot
      taking ??= takeWaiting()
    },
    skipped(count) {
      since = { ...since, skipped: since.skipped + count }
    },
    troubled(words) {
      if (words !== null && !logged.has(words) && logged.size < MAX_LOGGED) {
        logged.add(words)
        log.warn({ raceId: source.raceId, kind: source.kind, reason: words }, 'live timing source reported a problem')
      }
      noting(() => {
        trouble = words
        if (words !== null) fault = null
      })
    },
    named(all) {
      sessions = [...all]
      since = { ...since, sessions }
      changed()
    },
    nextSequence: () => ++sequence,
  }

  const listen = async (): Promise<void> => {
    let failures = 0
    while (!signal.aborted) {
      hasAnswered = false
      try {
        const session = { ...source.session, hasStarted }
        await adapter({ ...source, session, sessions, allowPrivate }, listener, signal)
        throw new SourceFault('The connection ended.')
      } catch (error) {
        if (signal.aborted) return
        failures = hasAnswered ? 1 : failures + 1
        noting(() => {
          fault = wordsOfFault(error)
        })
        log.info({ raceId: source.raceId, kind: source.kind, reason: fault }, 'a source of live timing is not heard')
        await pause(pauseBefore(failures), undefined, { signal }).catch(() => {})
      }
    }
  }
  const listening = listen()

  return {
    source,
    news,
    told({ received, skipped, heardAt, sessions: stored }) {
      since = {
        received: since.received - received,
        skipped: since.skipped - skipped,
        heardAt: since.heardAt === heardAt ? null : since.heardAt,
        sessions: since.sessions === stored ? undefined : since.sessions,
      }
    },
    async stop() {
      stopping.abort()
      await listening
      await taking
    },
  }
}
