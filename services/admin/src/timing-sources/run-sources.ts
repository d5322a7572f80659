import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Database } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks, runPeriodically } from '@purple-sector/service-kit'
import type { TakeSnapshot } from '../live-timing/accept-snapshot.ts'
import { tellStatus } from '../live-timing/publish-status.ts'
import { type Listening, listenToSource } from './listen-to-source.ts'
import { type HeldSource, LEASE_MS, SOURCES_DUE, sourceLeases } from './source-leases.ts'
import type { Adapter } from './timing-source.ts'

/** Twice a second: whoever removes a source is heard by every process within one. */
const CHECK_INTERVAL_MS = 500
const TELL_MS = 1_000

type Options = {
  database: Database
  takeSnapshot: TakeSnapshot
  adapters: Readonly<Record<HeldSource['kind'], Adapter>>
  allowPrivate: boolean
  log: Logger
  /** Who holds the leases, unlike any other process. */
  owner?: string
}

/** One that is listened to here. */
type Held = Listening & { marks: { isNotifiable: boolean; toldAt: number; shown: string } }

/**
 * Listens to the sources that are due: any number of processes may, and exactly one of them listens to each. Who was
 * frozen or cut off takes nothing more once its lease may have run out, by its own clock; what it sent late is behind its
 * successor by the sequence, or by the generation where the source was changed.
 */
export const runSources = (options: Options): BackgroundTask => {
  const { database, takeSnapshot, adapters, allowPrivate, log } = options
  const owner = options.owner ?? `${hostname()}:${process.pid}:${randomUUID()}`
  const leases = sourceLeases(database, owner)
  const held = new Map<number, Held>()
  /** Until then (monotonic ms) all that are listened to are certain to be ours. */
  let certainUntil = Number.NEGATIVE_INFINITY

  /** Found since the last look. */
  let isAnyDue = true

  const tell = async (one: Held): Promise<void> => {
    const news = one.news()
    const shown = `${news.state} ${news.error}`
    const isQuiet = news.received + news.skipped === 0 && news.sessions === undefined && shown === one.marks.shown
    one.marks.toldAt = performance.now()
    one.marks.isNotifiable = false
    if (isQuiet) return
    await database.transaction(async (sql) => {
      const isOurs = await sourceLeases(sql, owner).tell(one.source, news)
      if (isOurs && shown !== one.marks.shown) await tellStatus(sql)
    })
    one.told(news)
    one.marks.shown = shown
  }

  const begin = (source: HeldSource): void => {
    const isHeld = () => performance.now() < certainUntil
    const marks = { isNotifiable: true, toldAt: 0, shown: '' }
    const listening = listenToSource({
      source,
      adapter: adapters[source.kind],
      allowPrivate,
      take: (snapshot) => takeSnapshot(source.raceId, snapshot, { generation: source.generation }),
      isHeld,
      changed: () => {
        marks.isNotifiable = true
      },
      log,
    })
    held.set(source.raceId, { ...listening, marks })
    log.info({ raceId: source.raceId, kind: source.kind, epoch: source.epoch }, 'listening to a source of live timing')
  }

  const end = async (one: Held): Promise<void> => {
    held.delete(one.source.raceId)
    await one.stop()
    // A lease that cannot be given back runs out by itself: it keeps nobody from ending the others.
    await leases
      .release(one.source)
      .catch((error: unknown) => log.warn({ err: error }, 'the lease of a source of live timing could not be released'))
    log.info({ raceId: one.source.raceId }, 'no longer listening to a source of live timing')
  }

  const look = async (): Promise<void> => {
    if (held.size === 0 && !isAnyDue) return
    isAnyDue = false
    const askedAt = performance.now()
    const ours = await leases.renew([...held.keys()]).catch((error: unknown) => {
      log.warn({ err: error }, 'the leases of the sources of live timing could not be renewed')
      return undefined
    })
    if (ours) certainUntil = askedAt + LEASE_MS
    const isLost = ({ source }: Held) => {
      if (!ours) return performance.now() >= certainUntil
      const renewed = ours.get(source.raceId)
      // A session that was moved is taken again: what is of another day depends on its start.
      return renewed?.epoch !== source.epoch || renewed.startsAt?.getTime() !== source.session.startsAt?.getTime()
    }
    await Promise.all([...held.values()].filter(isLost).map(end))
    if (!ours) return
    for (const source of await leases.take()) begin(source)
    for (const one of held.values())
      if (one.marks.isNotifiable || performance.now() - one.marks.toldAt > TELL_MS) await tell(one)
  }

  const finding = runDueTasks({ database, log }, CHECK_INTERVAL_MS, {
    name: 'finding sources of live timing',
    due: SOURCES_DUE,
    async work() {
      isAnyDue = true
    },
  })
  const looking = runPeriodically(CHECK_INTERVAL_MS, log, 'listening to the sources of live timing', look)
  return {
    async stop() {
      await Promise.all([finding.stop(), looking.stop()])
      await Promise.all([...held.values()].map(end))
    },
  }
}
