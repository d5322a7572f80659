import type { CalendarImportReply } from '@purple-sector/contracts/weekends/calendar-import'
import { MAX_ROUNDS } from '@purple-sector/contracts/weekends/seasons'
import { databaseTime, type Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { badRequest } from '@purple-sector/service-kit/errors'
import { adminAction } from '../audit/admin-action.ts'
import type { WeekendsDependencies } from '../dependencies.ts'
import type { Published } from '../published.ts'
import { assertVersion, lockSeason } from '../seasons/manage-seasons.ts'
import { publishSeason } from '../seasons/publish-season.ts'
import { assertRoundsChangeable, type LockedWeekends, type StoredSeason } from '../seasons/season.ts'
import { seasonRepository } from '../seasons/season-repository.ts'
import { lockWeekends } from '../weekends/lock-weekend.ts'
import { type StoredWeekend, weekendReply } from '../weekends/weekend.ts'
import { weekendRepository } from '../weekends/weekend-repository.ts'
import { type CalendarDecision, type DecidedRow, decideRounds } from './decide-rounds.ts'
import { changesWeekend, importReply } from './import-reply.ts'
import { readCalendarFile } from './read-calendar-file.ts'
import { type RoundList, readRounds } from './read-rounds.ts'

export type ImportDependencies = Pick<WeekendsDependencies, 'commit'> & { sheetTimeoutMs: number }

export type CalendarImport = {
  file: Uint8Array
  preview: boolean
  reason: string | undefined
  ifVersion: number | undefined
}

const readList = async (file: Uint8Array, maxMs: number): Promise<RoundList> => {
  const list = readRounds(await readCalendarFile(file, maxMs))
  if (list.rows.length + list.errors.length === 0)
    throw badRequest(
      'SHEET_REFUSED',
      'No rounds were found: a sheet needs a row of headers such as Round, Name, Venue, Start, End and Time zone, and rows below; an .ics file needs events.',
    )
  if (list.rows.length > MAX_ROUNDS)
    throw badRequest('SHEET_REFUSED', `The file has more than ${MAX_ROUNDS} rounds, more than a season can have.`)
  return list
}

/** Locks the season and the weekends that a row may mean, and decides. */
const decideLocked = async (sql: Transaction, id: number, { rows, errors }: RoundList) => {
  const season = await lockSeason(sql, id)
  const isCandidate = ({ seasonId }: StoredWeekend): boolean => seasonId === null || seasonId === id
  const listed = (await weekendRepository(sql).list()).filter(isCandidate)
  await lockWeekends(
    sql,
    listed.map((weekend) => weekend.id),
  )
  const weekends = await weekendRepository(sql).list()
  const names = new Map((await seasonRepository(sql).list()).map((other) => [other.id, other.name]))
  const elsewhere = weekends
    .filter((weekend) => !isCandidate(weekend))
    .map((weekend) => ({ weekend, season: names.get(weekend.seasonId ?? 0) ?? '' }))
  const locked = new Set(listed.map((weekend) => weekend.id))
  const decision = decideRounds(rows, errors, {
    season,
    weekends: weekends.filter((weekend) => locked.has(weekend.id)),
    elsewhere,
  })
  return { season, weekends, decision }
}

const storeWeekend = async (sql: Transaction, decided: DecidedRow): Promise<StoredWeekend> => {
  const { before, after } = decided
  if (before === null) {
    const { id: _, ...weekend } = after
    return weekendRepository(sql).insert(weekend)
  }
  if (changesWeekend(decided)) await weekendRepository(sql).update(after)
  return after
}

type Act = { caller: Caller; reason: string | undefined; locked: LockedWeekends }

/** Stores and publishes the decision; each new or edited weekend is audited as if entered by hand. */
const store = async (
  sql: Transaction,
  { season, decision, act }: { season: StoredSeason; decision: CalendarDecision; act: Act },
): Promise<CalendarDecision & { published?: Published }> => {
  const rows: DecidedRow[] = []
  const ids = new Map<number, number>()
  for (const decided of decision.rows) {
    const after = await storeWeekend(sql, decided)
    ids.set(decided.after.id, after.id)
    rows.push({ ...decided, after })
  }
  const rounds = decision.rounds.map((round) => ({ ...round, weekendId: ids.get(round.weekendId) ?? round.weekendId }))
  const edited = rows.filter((row) => row.before === null || changesWeekend(row))
  const isReordered = JSON.stringify(rounds) !== JSON.stringify(season.weekends)
  if (edited.length === 0 && !isReordered) return { ...decision, rows, rounds }
  const seasons = seasonRepository(sql)
  const after = isReordered ? await seasons.update({ ...season, weekends: rounds }) : season
  if (isReordered) await seasons.setRounds(season.id, rounds)
  const at = await databaseTime(sql)
  const actions = edited.map((row) =>
    adminAction({
      at,
      caller: act.caller,
      action: row.before ? 'weekend.changed' : 'weekend.created',
      subject: { type: 'weekend', id: row.after.id },
      before: row.before && weekendReply(row.before),
      after: weekendReply(row.after),
    }),
  )
  const editedIds = new Set(edited.map((row) => row.after.id))
  const change = { before: season, after, edited: editedIds, actions }
  const published = await publishSeason(sql, change, { ...act, action: 'season.calendar-imported' })
  return { ...decision, rows, rounds, published }
}

/** The weekends of all rounds, as they are after the import. */
const weekendsOf = ({ rows, rounds }: CalendarDecision, weekends: readonly StoredWeekend[]): StoredWeekend[] => {
  const byId = new Map([...weekends, ...rows.map(({ after }) => after)].map((weekend) => [weekend.id, weekend]))
  return rounds.flatMap(({ weekendId }) => byId.get(weekendId) ?? [])
}

/**
 * Imports the rounds of a season from a file, or previews what would change; with an error in one row nothing is written.
 * Throws 400 `SHEET_REFUSED`, 404 `SEASON_NOT_FOUND`, and 409 `SEASON_CHANGED` for another version than `ifVersion`, or
 * `SEASON_STARTED` where without a reason a raced round would change its place.
 */
export const importCalendar =
  ({ commit, sheetTimeoutMs }: ImportDependencies) =>
  async (caller: Caller, id: number, input: CalendarImport): Promise<CalendarImportReply> => {
    const { file, preview, reason, ifVersion } = input
    const list = await readList(file, sheetTimeoutMs)
    return commit(async (sql) => {
      const { season, weekends, decision } = await decideLocked(sql, id, list)
      assertVersion(season, ifVersion)
      const locked = await seasonRepository(sql).lockedWeekends(id)
      const isWritten = !preview && decision.errors.length === 0
      if (isWritten) assertRoundsChangeable(season.weekends, decision.rounds, locked, reason)
      const outcome: CalendarDecision & { published?: Published } = isWritten
        ? await store(sql, { season, decision, act: { caller, reason, locked } })
        : decision
      const { rows, errors, rounds, published } = outcome
      const { notes } = list
      return {
        reply: importReply({ preview, rows, errors, notes, rounds, weekends: weekendsOf(outcome, weekends) }),
        ...(published && { published }),
      }
    })
  }
