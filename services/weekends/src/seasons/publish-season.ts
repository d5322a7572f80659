import { seasonChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { databaseTime, type Transaction } from '@purple-sector/database'
import { entry } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { adminAction } from '../audit/admin-action.ts'
import { appendWithActions } from '../published.ts'
import { weekendState } from '../weekends/weekend.ts'
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

/**
 * Publishes a changed season with those of its weekends that joined it, left it or changed their round, and the audit
 * entry of the administrator's action; the deletion of a weekend has its own.
 */
export const publishSeason = async (
  sql: Transaction,
  { before, after }: { before: StoredSeason | null; after: StoredSeason | null },
  act?: Act,
): Promise<void> => {
  const season = after ?? before
  if (!season) return
  const weekends = await weekendRepository(sql).list()
  const [was, is] = [roundsByWeekend(before), roundsByWeekend(after)]
  const moved = weekends.filter(({ id }) => was.get(id) !== is.get(id))
  const entries = [
    entry(seasonChanged, seasonState(season, after === null)),
    ...moved.map((weekend) => entry(weekendChanged, weekendState(weekend))),
  ]
  if (!act) return appendWithActions(sql, entries, [])
  const { caller, action, reason } = act
  const names = new Map(weekends.map(({ id, name }) => [id, name]))
  const auditEntry = adminAction({
    at: await databaseTime(sql),
    caller,
    action,
    subject: { type: 'season', id: season.id },
    before: auditedSeason(before, names),
    after: after || reason ? { ...auditedSeason(after, names), reason } : null,
  })
  await appendWithActions(sql, entries, [auditEntry])
}
