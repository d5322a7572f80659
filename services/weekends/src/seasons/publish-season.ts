import { seasonChanged, weekendChanged, weekendsAdminActed } from '@purple-sector/contracts/weekends/events'
import { databaseTime, type Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { adminAction } from '../audit/admin-action.ts'
import { recentAdminActions } from '../audit/recent-admin-action-repository.ts'
import { weekendState } from '../weekends/weekend.ts'
import { weekendRepository } from '../weekends/weekend-repository.ts'
import { type StoredSeason, seasonReply, seasonState } from './season.ts'

/** What an administrator did; a deletion has no `after`. */
type Act = {
  caller: Caller
  action: string
  reason?: string | undefined
  before: StoredSeason | null
  after: StoredSeason | null
}

const roundsByWeekend = (season: StoredSeason | null): Map<number, number> =>
  new Map(season?.weekends.map(({ weekendId, round }) => [weekendId, round]))

/** Publishes a changed season with those of its weekends that joined it, left it or changed their round. */
export const publishSeason = async (
  sql: Transaction,
  before: StoredSeason | null,
  after: StoredSeason | null,
): Promise<void> => {
  const [was, is] = [roundsByWeekend(before), roundsByWeekend(after)]
  const moved = (await weekendRepository(sql).list()).filter(({ id }) => was.get(id) !== is.get(id))
  const season = after ?? before
  await outbox(sql).appendMany([
    ...(season ? [entry(seasonChanged, seasonState(season, after === null))] : []),
    ...moved.map((weekend) => entry(weekendChanged, weekendState(weekend))),
  ])
}

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

/** Records what an administrator did with a season. */
export const recordSeasonAction = async (sql: Transaction, act: Act): Promise<void> => {
  const { caller, action, reason, before, after } = act
  const names = new Map((await weekendRepository(sql).list()).map(({ id, name }) => [id, name]))
  const subject = { type: 'season', id: (after ?? before)?.id ?? 0 } as const
  const auditEntry = adminAction({
    at: await databaseTime(sql),
    caller,
    action,
    subject,
    before: auditedSeason(before, names),
    after: after || reason ? { ...auditedSeason(after, names), reason } : null,
  })
  await outbox(sql).append(weekendsAdminActed, auditEntry)
  await recentAdminActions(sql).record([auditEntry])
}
