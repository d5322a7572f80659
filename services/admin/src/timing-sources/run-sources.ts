import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Database } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks, runPeriodically } from '@purple-sector/service-kit'
import type { AcceptSnapshot } from '../live-timing/accept-snapshot.ts'
import { publishStatus } from '../live-timing/publish-status.ts'
import { listenToSource, type SourceListening } from './listen-to-source.ts'
import { LEASE_MS, type LeasedSource, SOURCES_DUE, sourceLeases } from './source-leases.ts'
import type { Adapter } from './timing-source.ts'

/** Twice a second, so that every process stops a removed source within one second. */
const CHECK_INTERVAL_MS = 500
const REPORT_INTERVAL_MS = 1_000

type Options = {
  database: Database
  acceptSnapshot: AcceptSnapshot
  adapters: Readonly<Record<LeasedSource['kind'], Adapter>>
  allowPrivate: boolean
  log: Logger
  /** Owner of the leases, unique to this process. */
  owner?: string
}

/** A source that runs in this process. */
type RunningSource = SourceListening & { marks: { isReportDue: boolean; reportedAt: number; reported: string } }

/**
 * Runs the sources that are due, in any number of processes, exactly one for each source.
 * A process that was frozen or cut off accepts nothing once its lease may have expired, by its own clock. What it sent
 * late is behind its successor by sequence, or by generation where the source was changed.
 */
export const runSources = (options: Options): BackgroundTask => {
  const { database, acceptSnapshot, adapters, allowPrivate, log } = options
  const owner = options.owner ?? `${hostname()}:${process.pid}:${randomUUID()}`
  const leases = sourceLeases(database, owner)
  const running = new Map<number, RunningSource>()
  /** Until this time (monotonic ms) all running sources are certainly leased. */
  let certainUntil = Number.NEGATIVE_INFINITY

  /** Whether a due source was found since the last check. */
  let isAnyDue = true

  const storeReport = async (one: RunningSource): Promise<void> => {
    const report = one.report()
    const reported = `${report.state} ${report.error}`
    const isQuiet =
      report.received + report.skipped === 0 && report.sessions === undefined && reported === one.marks.reported
    one.marks.reportedAt = performance.now()
    one.marks.isReportDue = false
    if (isQuiet) return
    await database.transaction(async (sql) => {
      const isOurs = await sourceLeases(sql, owner).storeReport(one.source, report)
      if (isOurs && reported !== one.marks.reported) await publishStatus(sql)
    })
    one.acknowledge(report)
    one.marks.reported = reported
  }

  const start = (source: LeasedSource): void => {
    const isLeased = () => performance.now() < certainUntil
    const marks = { isReportDue: true, reportedAt: 0, reported: '' }
    const listening = listenToSource({
      source,
      adapter: adapters[source.kind],
      allowPrivate,
      accept: (snapshot) => acceptSnapshot(source.raceId, snapshot, { generation: source.generation }),
      isLeased,
      onChange: () => {
        marks.isReportDue = true
      },
      log,
    })
    running.set(source.raceId, { ...listening, marks })
    log.info(
      { event: 'timing_source.started', raceId: source.raceId, kind: source.kind, epoch: source.epoch },
      'Timing source started in this process',
    )
  }

  const end = async (one: RunningSource): Promise<void> => {
    running.delete(one.source.raceId)
    await one.stop()
    // A lease that cannot be released expires, and must not keep the other sources from ending.
    await leases
      .release(one.source)
      .catch((error: unknown) =>
        log.warn(
          { event: 'timing_source.lease_release_failed', err: error, raceId: one.source.raceId },
          'Lease of a timing source not released; it expires within 5 s',
        ),
      )
    log.info({ event: 'timing_source.stopped', raceId: one.source.raceId }, 'Timing source stopped in this process')
  }

  const check = async (): Promise<void> => {
    if (running.size === 0 && !isAnyDue) return
    isAnyDue = false
    const requestedAt = performance.now()
    const ours = await leases.renew([...running.keys()]).catch((error: unknown) => {
      log.warn(
        { event: 'timing_source.lease_renewal_failed', err: error },
        'Leases of timing sources not renewed; sources stop when the leases expire',
      )
      return undefined
    })
    if (ours) certainUntil = requestedAt + LEASE_MS
    const isLost = ({ source }: RunningSource) => {
      if (!ours) return performance.now() >= certainUntil
      const renewed = ours.get(source.raceId)
      // A rescheduled session is acquired again, because its planned start decides what is of another day.
      return renewed?.epoch !== source.epoch || renewed.startsAt?.getTime() !== source.session.startsAt?.getTime()
    }
    await Promise.all([...running.values()].filter(isLost).map(end))
    if (!ours) return
    for (const source of await leases.acquire()) start(source)
    for (const one of running.values())
      if (one.marks.isReportDue || performance.now() - one.marks.reportedAt > REPORT_INTERVAL_MS) await storeReport(one)
  }

  const dueCheck = runDueTasks({ database, log }, CHECK_INTERVAL_MS, {
    name: 'check for due timing sources',
    due: SOURCES_DUE,
    async work() {
      isAnyDue = true
    },
  })
  const checking = runPeriodically(CHECK_INTERVAL_MS, log, 'run timing sources', check)
  return {
    async stop() {
      await Promise.all([dueCheck.stop(), checking.stop()])
      await Promise.all([...running.values()].map(end))
    },
  }
}
