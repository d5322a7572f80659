import type { TimingSource } from '@purple-sector/contracts/admin/live-timing'
import { type Database, databaseTime, type Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { auditAction } from '@purple-sector/service-kit/data/audit'
import { badField, notFound } from '@purple-sector/service-kit/errors'
import { auditLog } from '../audit/audit-log.ts'
import { tellStatus } from '../live-timing/publish-status.ts'
import { timingSessionRepository } from '../live-timing/timing-session-repository.ts'
import { findRace, type Race } from '../projections/race-projection.ts'
import { shareRace } from '../projections/share-race.ts'
import type { Weekends } from '../projections/weekends-client.ts'
import { noSuchRace } from '../results/no-such-race.ts'
import { shownAddress } from './source-address.ts'
import { sourceRepository, type Wanted } from './source-repository.ts'

export type SourceDependencies = { database: Database; weekends: Pick<Weekends, 'findRace'> }

export const noSuchSource = () => notFound('NO_SOURCE', 'No source is set for this session.')

/** The race, asked for once before it is called unknown. */
export const raceOf =
  ({ database, weekends }: SourceDependencies) =>
  async (raceId: number): Promise<Race> => {
    const race = (await findRace(database, raceId)) ?? (await weekends.findRace(raceId))
    if (!race) throw noSuchRace()
    return race
  }

/** What a line of the log says of a source: where it is, and never by which key. */
const told = (source: Wanted | undefined) =>
  source === undefined
    ? null
    : {
        kind: source.kind,
        url: shownAddress(source.url),
        startAutomatically: source.startAutomatically,
        publishAutomatically: source.publishAutomatically,
      }

type Act = { action: string; before: unknown; after: unknown }

export const noteTiming = async (sql: Transaction, caller: Caller, raceId: number, act: Act): Promise<void> => {
  const at = await databaseTime(sql)
  await auditLog(sql).add(auditAction(caller, { at, subject: { type: 'race', id: raceId }, ...act }))
}

const isSameSource = (one: Wanted, other: Wanted): boolean => one.kind === other.kind && one.url === other.url

const isSame = (one: Wanted, other: Wanted): boolean =>
  isSameSource(one, other) &&
  one.startAutomatically === other.startAutomatically &&
  one.publishAutomatically === other.publishAutomatically

/** In a transaction: the race's timing session, held, so that its source is changed by one after another. */
const holdSession = async (sql: Transaction, race: Race): Promise<void> => {
  if ((await shareRace(sql, race)).isDeleted) throw noSuchRace()
  await timingSessionRepository(sql).ensure(race)
  await sql('timing_sessions').where({ race_id: race.id }).forUpdate().first('race_id')
}

/**
 * Says who delivers a session. Another source than before is a new generation: nothing that the old one sends counts from
 * here on. The same again changes nothing.
 */
export const setSource = (dependencies: SourceDependencies) => {
  const find = raceOf(dependencies)
  return async (caller: Caller, raceId: number, wanted: Wanted): Promise<TimingSource> => {
    const race = await find(raceId)
    return dependencies.database.transaction(async (sql) => {
      await holdSession(sql, race)
      const [sources, sessions] = [sourceRepository(sql), timingSessionRepository(sql)]
      const before = await sources.find(raceId)
      if (!before || !isSame(before, wanted)) {
        if (before && isSameSource(before, wanted)) await sources.adjust(raceId, wanted)
        else {
          await sessions.beginGeneration(raceId)
          await sources.set(raceId, wanted)
        }
        await sessions.setPublishing(raceId, wanted.publishAutomatically)
        await noteTiming(sql, caller, raceId, {
          action: 'timing-source.set',
          before: told(before),
          after: told(wanted),
        })
        await tellStatus(sql)
      }
      const source = await sources.find(raceId)
      if (!source) throw noSuchSource()
      return source
    })
  }
}

/** Nobody delivers it any more. What is still on its way from the source is of a generation that is over. */
export const removeSource = (dependencies: SourceDependencies) => {
  const find = raceOf(dependencies)
  return async (caller: Caller, raceId: number): Promise<void> => {
    const race = await find(raceId)
    await dependencies.database.transaction(async (sql) => {
      await holdSession(sql, race)
      const [sources, sessions] = [sourceRepository(sql), timingSessionRepository(sql)]
      const before = await sources.find(raceId)
      if (!before) throw noSuchSource()
      await sources.remove(raceId)
      await sessions.beginGeneration(raceId)
      await sessions.setPublishing(raceId, false)
      await noteTiming(sql, caller, raceId, { action: 'timing-source.removed', before: told(before), after: null })
      await tellStatus(sql)
    })
  }
}

/** Race control says which session of the source is ours; it is listened to anew. */
export const pickSession = (dependencies: SourceDependencies) => {
  const find = raceOf(dependencies)
  return async (caller: Caller, raceId: number, code: string): Promise<TimingSource> => {
    const race = await find(raceId)
    return dependencies.database.transaction(async (sql) => {
      await holdSession(sql, race)
      const sources = sourceRepository(sql)
      const before = await sources.find(raceId)
      if (!before) throw noSuchSource()
      if (!before.sessions.some((session) => session.code === code))
        throw badField('code', 'must be one of the sessions that the source has named')
      const picked = before.sessions.find(({ isPicked }) => isPicked)?.code ?? null
      await sources.pick(raceId, code, before.sessions)
      const act = { action: 'timing-source.session-picked', before: { code: picked }, after: { code } }
      await noteTiming(sql, caller, raceId, act)
      return (await sources.find(raceId)) ?? before
    })
  }
}
