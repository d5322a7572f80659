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

/** Records what an administrator did with a season. */
export const recordSeasonAction = async (sql: Transaction, act: Act): Promise<void> => {
  const { caller, action, reason, before, after } = act
  const subject = { type: 'season', id: (after ?? before)?.id ?? 0 } as const
  const auditEntry = adminAction({
    at: await databaseTime(sql),
    caller,
    action,
    subject,
    before: before && seasonReply(before),
    after: after || reason ? { ...(after && seasonReply(after)), reason } : null,
  })
  await outbox(sql).append(weekendsAdminActed, auditEntry)
  await recentAdminActions(sql).record([auditEntry])
}
