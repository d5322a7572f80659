import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Database } from '@purple-sector/database'
import { collectAtScrape } from '@purple-sector/metrics'
import { type BackgroundTask, type Logger, runDueTasks, runPeriodically } from '@purple-sector/service-kit'
import type { AcceptSnapshot } from '../live-timing/accept-snapshot.ts'
import { publishStatus } from '../live-timing/publish-status.ts'
import { collectSources } from './collect-sources.ts'
import { listenToSource, type SourceListening } from './listen-to-source.ts'
import { LEASE_MS, type LeasedSource, SOURCES_DUE, sourceLeases } from './source-lease-repository.ts'
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
 * late is behind its successor by sequence, or by generation if the source was changed.
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

  const storeReport = async (runningSource: RunningSource): Promise<void> => {
    const report = runningSource.report()
    const reported = `${report.state} ${report.error}`
    const isUnchanged =
      report.received + report.skipped === 0 &&
      report.sessions === undefined &&
      reported === runningSource.marks.reported
    runningSource.marks.reportedAt = performance.now()
    runningSource.marks.isReportDue = false
    if (isUnchanged) return
    await database.transaction(async (sql) => {
      const isOurs = await sourceLeases(sql, owner).storeReport(runningSource.source, report)
      if (isOurs && reported !== runningSource.marks.reported) await publishStatus(sql)
    })
    runningSource.acknowledge(report)
    runningSource.marks.reported = reported
  }

  const startSource = (source: LeasedSource): void => {
    const isLeased = () => performance.now() < certainUntil
    const marks = { isReportDue: true, reportedAt: 0, reported: '' }
    const sourceListening = listenToSource({
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
    running.set(source.raceId, { ...sourceListening, marks })
    log.info(
      { event: 'timing_source.started', raceId: source.raceId, kind: source.kind, epoch: source.epoch },
      'Timing source started in this process',
    )
  }

  const stopSource = async (runningSource: RunningSource): Promise<void> => {
    running.delete(runningSource.source.raceId)
    await runningSource.stop()
    // A lease that cannot be released expires, and must not keep the other sources from ending.
    await leases
      .release(runningSource.source)
      .catch((error: unknown) =>
        log.warn(
          { event: 'timing_source.lease_release_failed', err: error, raceId: runningSource.source.raceId },
          'Lease of a timing source not released; it expires within 5 s',
        ),
      )
    log.info(
      { event: 'timing_source.stopped', raceId: runningSource.source.raceId },
      'Timing source stopped in this process',
    )
  }

  const check = async (): Promise<void> => {
    if (running.size === 0 && !isAnyDue) return
    isAnyDue = false
    const requestedAt = performance.now()
    const renewedLeases = await leases.renew([...running.keys()]).catch((error: unknown) => {
      log.warn(
        { event: 'timing_source.lease_renewal_failed', err: error },
        'Leases of timing sources not renewed; sources stop when the leases expire',
      )
      return undefined
    })
    if (renewedLeases) certainUntil = requestedAt + LEASE_MS
    const isLost = ({ source }: RunningSource) => {
      if (!renewedLeases) return performance.now() >= certainUntil
      const renewedLease = renewedLeases.get(source.raceId)
      // A rescheduled session is acquired again, because its planned start decides what is of another day.
      return (
        renewedLease?.epoch !== source.epoch || renewedLease.startsAt?.getTime() !== source.session.startsAt?.getTime()
      )
    }
    await Promise.all([...running.values()].filter(isLost).map(stopSource))
    if (!renewedLeases) return
    for (const source of await leases.acquire()) startSource(source)
    for (const runningSource of running.values())
      if (runningSource.marks.isReportDue || performance.now() - runningSource.marks.reportedAt > REPORT_INTERVAL_MS)
        await storeReport(runningSource)
  }

  const stopCollecting = collectAtScrape(() => collectSources([...running.values()]))
  const dueCheck = runDueTasks({ database, log }, CHECK_INTERVAL_MS, {
    name: 'check for due timing sources',
    due: SOURCES_DUE,
    async work() {
      isAnyDue = true
    },
  })
  const checkLoop = runPeriodically(CHECK_INTERVAL_MS, log, 'run timing sources', check)
  return {
    async stop() {
      stopCollecting()
      await Promise.all([dueCheck.stop(), checkLoop.stop()])
      await Promise.all([...running.values()].map(stopSource))
    },
  }
}
