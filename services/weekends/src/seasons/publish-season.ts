import type { AuditAction } from '@purple-sector/contracts/admin/audit'
import { seasonChanged, seasonRulesChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { databaseTime, type Transaction } from '@purple-sector/database'
import { entry, type OutboxEntry, sequenced } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { adminAction } from '../audit/admin-action.ts'
import { appendWithActions, type Published } from '../published.ts'
import { type StoredWeekend, weekendState } from '../weekends/weekend.ts'
import { weekendRepository } from '../weekends/weekend-repository.ts'
import { isAnnounced, type LockedWeekends, type StoredSeason, seasonReply, seasonState } from './season.ts'

/** What an administrator did; `locked` are the weekends that had locked, for changes that may have to be announced. */
type Act = { caller: Caller; action: string; reason?: string | undefined; locked?: LockedWeekends }

const roundsByWeekend = (season: StoredSeason | null): Map<number, number> =>
  new Map(season?.weekends.map(({ weekendId, round }) => [weekendId, round]))

/** A season as the audit log shows it: its rounds by the names of their weekends. */
const auditedSeason = (season: StoredSeason | null, names: ReadonlyMap<number, string>) => {
  if (!season) return null
  const { weekends, version: _, ...fields } = seasonReply(season)
  const rounds = weekends.map(({ weekendId, multiplier }) => {
    const name = names.get(weekendId) ?? `weekend ${weekendId}`
    return multiplier === 1 ? name : `${name} × ${multiplier}`
  })
  return { ...fields, rounds }
}

type Change = {
  before: StoredSeason | null
  after: StoredSeason | null
  /** Further weekends that the same write changed, and its audit entries about weekends. */
  edited?: ReadonlySet<number>
  actions?: readonly AuditAction[]
}

const auditEntryOf = async (
  sql: Transaction,
  { before, after }: Change,
  { caller, action, reason }: Act,
  weekends: readonly StoredWeekend[],
): Promise<AuditAction> => {
  const names = new Map(weekends.map(({ id, name }) => [id, name]))
  return adminAction({
    at: await databaseTime(sql),
    caller,
    action,
    subject: { type: 'season', id: (after ?? before)?.id ?? 0 },
    before: auditedSeason(before, names),
    after: after || reason ? { ...auditedSeason(after, names), reason } : null,
  })
}

const rulesOf = ({ countBest, missedWeekend, jokers, weekends }: StoredSeason, names: ReadonlyMap<number, string>) => ({
  ...{ countBest, missedWeekend, jokers },
  rounds: weekends.map(({ weekendId, multiplier }) => ({ weekendId, multiplier, weekend: names.get(weekendId) ?? '' })),
})

/** The announcement of changed rules to participants, where it has to be made. */
const announcementOf = (
  { before, after }: Change,
  { reason, locked }: Act,
  weekends: readonly StoredWeekend[],
): OutboxEntry[] => {
  if (!before || !after || !locked || reason === undefined || !isAnnounced(before, after, locked)) return []
  const names = new Map(weekends.map(({ id, name }) => [id, name]))
  const rules = { before: rulesOf(before, names), after: rulesOf(after, names) }
  return [entry(seasonRulesChanged, { seasonId: after.id, season: after.name, reason, ...rules })]
}

/**
 * Publishes a changed season with those of its weekends that joined it, left it, changed their round or were edited, and the
 * audit entry of the administrator's action and, where participants have to learn of it, the announcement; the deletion of a
 * weekend has its own. Returns the season for tipping.
 */
export const publishSeason = async (sql: Transaction, change: Change, act?: Act): Promise<Published> => {
  const { before, after, edited = new Set(), actions = [] } = change
  const season = after ?? before
  if (!season) throw new Error('a season is published before or after a change')
  const weekends = await weekendRepository(sql).list()
  const [was, is] = [roundsByWeekend(before), roundsByWeekend(after)]
  const changed = weekends.filter(({ id }) => was.get(id) !== is.get(id) || edited.has(id))
  const state = seasonState(season, after === null)
  const entries = [
    ...(before === after ? [] : [entry(seasonChanged, state)]),
    ...changed.map((weekend) => entry(weekendChanged, weekendState(weekend))),
    ...(act ? announcementOf(change, act, weekends) : []),
  ]
  const auditEntries = act ? [await auditEntryOf(sql, change, act, weekends)] : []
  await appendWithActions(sql, entries, [...actions, ...auditEntries])
  const [published] = await sequenced(sql, seasonChanged, [state])
  return { weekendId: null, states: { ...(published && { season: published }), categories: [], races: [], cars: [] } }
}
