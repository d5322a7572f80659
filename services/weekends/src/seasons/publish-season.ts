import type { AuditAction } from '@purple-sector/contracts/admin/audit'
import { seasonChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { databaseTime, type Transaction } from '@purple-sector/database'
import { entry, sequenced } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { adminAction } from '../audit/admin-action.ts'
import { appendWithActions, type Published } from '../published.ts'
import { type StoredWeekend, weekendState } from '../weekends/weekend.ts'
import { weekendRepository } from '../weekends/weekend-repository.ts'
import { type StoredSeason, seasonReply, seasonState } from './season.ts'

/** What an administrator did. */
type Act = { caller: Caller; action: string; reason?: string | undefined }

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

type Change = { before: StoredSeason | null; after: StoredSeason | null }

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

/**
 * Publishes a changed season with those of its weekends that joined it, left it or changed their round, and the audit
 * entry of the administrator's action; the deletion of a weekend has its own. Returns the season for tipping.
 */
export const publishSeason = async (sql: Transaction, { before, after }: Change, act?: Act): Promise<Published> => {
  const season = after ?? before
  if (!season) throw new Error('a season is published before or after a change')
  const weekends = await weekendRepository(sql).list()
  const [was, is] = [roundsByWeekend(before), roundsByWeekend(after)]
  const moved = weekends.filter(({ id }) => was.get(id) !== is.get(id))
  const state = seasonState(season, after === null)
  const entries = [entry(seasonChanged, state), ...moved.map((weekend) => entry(weekendChanged, weekendState(weekend)))]
  const auditEntries = act ? [await auditEntryOf(sql, { before, after }, act, weekends)] : []
  await appendWithActions(sql, entries, auditEntries)
  const [published] = await sequenced(sql, seasonChanged, [state])
  return { weekendId: null, states: { ...(published && { season: published }), categories: [], races: [], cars: [] } }
}
