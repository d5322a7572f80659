import { setTimeout as pause } from 'node:timers/promises'
import type { Snapshot, SnapshotReply } from '@purple-sector/contracts/admin/live-timing'
import type { Logger } from '@purple-sector/service-kit'
import { AppError } from '@purple-sector/service-kit/errors'
import type { LeasedSource, SourceReport } from './source-lease-repository.ts'
import { type Adapter, faultMessage, SourceFault, type SourceListener } from './timing-source.ts'

const MIN_BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 30_000
/** Delay before a failed snapshot is retried, unless a newer one has arrived. */
const RETRY_MS = 1_000
/** Interval at which an uncertain lease is checked; no snapshot is accepted meanwhile. */
const LEASE_CHECK_MS = 100
/** Sequences for each lease epoch, for sources that number nothing; a later epoch has higher ones. */
const SEQUENCES = 1_000_000_000
/** Distinct problems of one source that are logged. */
const MAX_LOGGED = 50

/** Returns the delay before the next connection, in ms: doubling, half of it random, so that replicas spread out. */
export const backoffBefore = (failures: number, random = Math.random()): number => {
  const longest = Math.min(MIN_BACKOFF_MS * 2 ** (failures - 1), MAX_BACKOFF_MS)
  return Math.max(MIN_BACKOFF_MS, longest * (0.5 + random / 2))
}

const noActivity = { received: 0, skipped: 0, receivedAt: null, sessions: undefined }

/** A source to which this process listens. */
export type SourceListening = {
  readonly source: LeasedSource
  /** When the latest snapshot arrived in this process. */
  lastSnapshotAt(): Date | null
  /** Counts and sessions since the last acknowledged report. */
  report(): SourceReport
  /** Marks a report as stored. */
  acknowledge(report: SourceReport): void
  /** Stops listening; nothing of this source is accepted afterwards. */
  stop(): Promise<void>
}

type Options = {
  source: LeasedSource
  adapter: Adapter
  allowPrivate: boolean
  accept(snapshot: Snapshot): Promise<Pick<SnapshotReply, 'accepted' | 'sequence'>>
  /** Whether the lease is certainly still ours. */
  isLeased(): boolean
  /** Called when the state changes. */
  onChange(): void
  log: Logger
}

/** Listens to a source until stopped: reconnects, and accepts the newest snapshot it receives. */
export const listenToSource = ({
  source,
  adapter,
  allowPrivate,
  accept,
  isLeased,
  onChange,
  log,
}: Options): SourceListening => {
  const stopping = new AbortController()
  const { signal } = stopping
  let connectionFault: string | null = null
  let contentFault: string | null = null
  let staleFault: string | null = null
  let hasResponded = false
  let lastSnapshotAt: Date | null = null
  let unreported: Pick<SourceReport, 'received' | 'skipped' | 'receivedAt' | 'sessions'> = noActivity
  let sessions = [...source.sessions]
  let { hasStarted } = source.session
  let sequence = source.epoch * SEQUENCES
  const logged = new Set<string>()
  let pending: Snapshot | undefined
  let accepting: Promise<void> | undefined

  const currentState = (): SourceReport['state'] => {
    if (connectionFault !== null) return 'failing'
    if (hasResponded) return 'receiving'
    return contentFault === null ? 'connecting' : 'failing'
  }
  const report = (): SourceReport => ({
    state: currentState(),
    error: connectionFault ?? contentFault ?? staleFault,
    ...unreported,
  })
  const updateState = (change: () => void): void => {
    const before = report()
    change()
    const after = report()
    if (after.state !== before.state || after.error !== before.error) onChange()
  }

  const retryLater = async (snapshot: Snapshot, ms: number): Promise<void> => {
    pending ??= snapshot
    await pause(ms, undefined, { signal }).catch(() => {})
  }

  const acceptOne = async (snapshot: Snapshot): Promise<void> => {
    try {
      const { accepted, sequence: newest } = await accept(snapshot)
      hasStarted ||= accepted
      const isBehind = !accepted && snapshot.sequence < newest
      updateState(() => {
        staleFault = isBehind ? `It sends snapshot ${snapshot.sequence}, which is older than ${newest}.` : null
      })
    } catch (error) {
      if (error instanceof AppError && (error.kind === 'conflict' || error.kind === 'not-found')) return
      log.warn(
        { event: 'timing_source.snapshot_failed', err: error, raceId: source.raceId },
        'Snapshot not accepted; retrying',
      )
      await retryLater(snapshot, RETRY_MS)
    }
  }

  /** Accepts snapshots one at a time; a newer one replaces the pending one. */
  const acceptPending = async (): Promise<void> => {
    while (pending !== undefined && !signal.aborted) {
      const snapshot = pending
      pending = undefined
      if (isLeased()) await acceptOne(snapshot)
      else await retryLater(snapshot, LEASE_CHECK_MS)
    }
    accepting = undefined
  }

  const listener: SourceListener = {
    onResponse: () =>
      updateState(() => {
        hasResponded = true
        connectionFault = null
      }),
    onSnapshot(snapshot) {
      lastSnapshotAt = new Date()
      unreported = { ...unreported, received: unreported.received + 1, receivedAt: lastSnapshotAt }
      pending = snapshot
      accepting ??= acceptPending()
    },
    onSkipped(count) {
      unreported = { ...unreported, skipped: unreported.skipped + count }
    },
    onProblem(message) {
      if (message !== null && !logged.has(message) && logged.size < MAX_LOGGED) {
        logged.add(message)
        log.warn(
          { event: 'timing_source.problem', raceId: source.raceId, kind: source.kind, reason: message },
          'Timing source sends content that is not accepted',
        )
      }
      updateState(() => {
        contentFault = message
        if (message !== null) connectionFault = null
      })
    },
    onSessions(allSessions) {
      sessions = [...allSessions]
      unreported = { ...unreported, sessions }
      onChange()
    },
    nextSequence: () => ++sequence,
  }

  const listen = async (): Promise<void> => {
    let failures = 0
    while (!signal.aborted) {
      hasResponded = false
      try {
        const session = { ...source.session, hasStarted }
        await adapter({ ...source, session, sessions, allowPrivate }, listener, signal)
        throw new SourceFault('The connection ended.')
      } catch (error) {
        if (signal.aborted) return
        failures = hasResponded ? 1 : failures + 1
        updateState(() => {
          connectionFault = faultMessage(error)
        })
        log.info(
          { event: 'timing_source.disconnected', raceId: source.raceId, kind: source.kind, reason: connectionFault },
          'Timing source disconnected; reconnecting with backoff',
        )
        await pause(backoffBefore(failures), undefined, { signal }).catch(() => {})
      }
    }
  }
  const listenLoop = listen()

  return {
    source,
    lastSnapshotAt: () => lastSnapshotAt,
    report,
    acknowledge({ received, skipped, receivedAt, sessions: storedSessions }) {
      unreported = {
        received: unreported.received - received,
        skipped: unreported.skipped - skipped,
        receivedAt: unreported.receivedAt === receivedAt ? null : unreported.receivedAt,
        sessions: unreported.sessions === storedSessions ? undefined : unreported.sessions,
      }
    },
    async stop() {
      stopping.abort()
      await listenLoop
      await accepting
    },
  }
}
