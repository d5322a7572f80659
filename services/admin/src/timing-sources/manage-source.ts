import type { TimingSource } from '@purple-sector/contracts/admin/live-timing'
import { type Database, databaseTime, type Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { auditAction } from '@purple-sector/service-kit/data/audit'
import { badField, notFound } from '@purple-sector/service-kit/errors'
import { auditLog } from '../audit/audit-log-repository.ts'
import { publishStatus } from '../live-timing/publish-status.ts'
import { timingSessionRepository } from '../live-timing/timing-session-repository.ts'
import { lockRaceShared } from '../projections/lock-race-shared.ts'
import type { Race } from '../projections/race-projection.ts'
import { noSuchRace } from '../results/no-such-race.ts'
import type { Weekends } from '../weekends-client.ts'
import { redactedAddress } from './source-address.ts'
import { type SourceSettings, sourceRepository } from './source-repository.ts'

export type SourceDependencies = { database: Database; weekends: Pick<Weekends, 'findRace'> }

export const noSuchSource = () => notFound('NO_SOURCE', 'No source is set for this session.')

export const raceOf =
  ({ weekends }: Pick<SourceDependencies, 'weekends'>) =>
  async (raceId: number): Promise<Race> => {
    const race = await weekends.findRace(raceId)
    if (!race) throw noSuchRace()
    return race
  }

/** Returns what the audit log stores of a source: its address, never its key. */
const auditView = (source: SourceSettings | undefined) =>
  source === undefined
    ? null
    : {
        kind: source.kind,
        url: redactedAddress(source.url),
        startAutomatically: source.startAutomatically,
        publishAutomatically: source.publishAutomatically,
      }

type AuditedChange = { action: string; before: unknown; after: unknown }

export const auditTiming = async (
  sql: Transaction,
  caller: Caller,
  raceId: number,
  change: AuditedChange,
): Promise<void> => {
  const at = await databaseTime(sql)
  await auditLog(sql).add(auditAction(caller, { at, subject: { type: 'race', id: raceId }, ...change }))
}

const isSameSource = (left: SourceSettings, right: SourceSettings): boolean =>
  left.kind === right.kind && left.url === right.url

const isSame = (left: SourceSettings, right: SourceSettings): boolean =>
  isSameSource(left, right) &&
  left.startAutomatically === right.startAutomatically &&
  left.publishAutomatically === right.publishAutomatically

/** Locks the race's timing session, in a transaction, so that its source is changed by one caller at a time. */
const lockSession = async (sql: Transaction, race: Race): Promise<void> => {
  if ((await lockRaceShared(sql, race)).isDeleted) throw noSuchRace()
  const sessions = timingSessionRepository(sql)
  await sessions.ensure(race)
  await sessions.lock(race.id)
}

/**
 * Sets the source of a session.
 * Another source than before starts a new generation: what the old one still sends is ignored. The same source again
 * changes nothing.
 */
export const setSource = (dependencies: SourceDependencies) => {
  const find = raceOf(dependencies)
  return async (caller: Caller, raceId: number, settings: SourceSettings): Promise<TimingSource> => {
    const race = await find(raceId)
    return dependencies.database.transaction(async (sql) => {
      await lockSession(sql, race)
      const [sources, sessions] = [sourceRepository(sql), timingSessionRepository(sql)]
      const before = await sources.find(raceId)
      if (!before || !isSame(before, settings)) {
        if (before && isSameSource(before, settings)) await sources.adjust(raceId, settings)
        else {
          await sessions.nextGeneration(raceId)
          await sources.set(raceId, settings)
        }
        await sessions.setPublishing(raceId, settings.publishAutomatically)
        await auditTiming(sql, caller, raceId, {
          action: 'timing-source.set',
          before: auditView(before),
          after: auditView(settings),
        })
        await publishStatus(sql)
      }
      const source = await sources.find(raceId)
      if (!source) throw noSuchSource()
      return source
    })
  }
}

/** Removes the source and starts a new generation, so that what is still on its way is ignored. */
export const removeSource = (dependencies: SourceDependencies) => {
  const find = raceOf(dependencies)
  return async (caller: Caller, raceId: number): Promise<void> => {
    const race = await find(raceId)
    await dependencies.database.transaction(async (sql) => {
      await lockSession(sql, race)
      const [sources, sessions] = [sourceRepository(sql), timingSessionRepository(sql)]
      const before = await sources.find(raceId)
      if (!before) throw noSuchSource()
      await sources.remove(raceId)
      await sessions.nextGeneration(raceId)
      await sessions.setPublishing(raceId, false)
      await auditTiming(sql, caller, raceId, {
        action: 'timing-source.removed',
        before: auditView(before),
        after: null,
      })
      await publishStatus(sql)
    })
  }
}

/** Picks which session of the source is ours; the source is restarted. */
export const pickSession = (dependencies: SourceDependencies) => {
  const find = raceOf(dependencies)
  return async (caller: Caller, raceId: number, code: string): Promise<TimingSource> => {
    const race = await find(raceId)
    return dependencies.database.transaction(async (sql) => {
      await lockSession(sql, race)
      const sources = sourceRepository(sql)
      const before = await sources.find(raceId)
      if (!before) throw noSuchSource()
      if (!before.sessions.some((session) => session.code === code))
        throw badField('code', 'must be one of the sessions that the source has named')
      const picked = before.sessions.find(({ isPicked }) => isPicked)?.code ?? null
      await sources.pick(raceId, code, before.sessions)
      const change = { action: 'timing-source.session-picked', before: { code: picked }, after: { code } }
      await auditTiming(sql, caller, raceId, change)
      return (await sources.find(raceId)) ?? before
    })
  }
}
