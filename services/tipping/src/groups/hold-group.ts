import type { CallAnswer, ParsedCall } from '@purple-sector/contracts/call'
import { weekendSubject } from '@purple-sector/contracts/event'
import type * as calls from '@purple-sector/contracts/tipping/internal'
import { type Database, lockSubject } from '@purple-sector/database'
import { scopeRepository } from '../scopes/scope-repository.ts'

type HoldReply = CallAnswer<typeof calls.holdGroup>

/**
 * Longer than groups needs for a move (`change-group.ts` of groups) and for its events. If the caller has died, tips
 * are accepted again after that.
 */
const HOLD_SECONDS = 30

/**
 * Holds a group without tips before it moves.
 *
 * The weekend is locked exclusively for a moment: an earlier tip has committed and is found, a later one finds the hold
 * (`tips/tip-repository.ts`). For a group that already has tips, as most have, it replies without taking the lock.
 */
export const holdGroup =
  ({ database }: { database: Database }) =>
  async ({
    params: { groupId },
    request: { moveId, weekendId },
  }: ParsedCall<typeof calls.holdGroup>): Promise<HoldReply> => {
    const existing = await scopeRepository(database).findGroup(groupId, weekendId)
    if (existing && (await scopeRepository(database).hasTips(existing.id))) return { outcome: 'started' }
    return database.transaction(async (sql) => {
      await lockSubject(sql, 'exclusive', weekendSubject(weekendId))
      const scopes = scopeRepository(sql)
      const scope = await scopes.findGroup(groupId, weekendId)
      if (!scope) return { outcome: 'unknown' }
      if (await scopes.hasTips(scope.id)) return { outcome: 'started' }
      await scopes.hold(scope.id, moveId, HOLD_SECONDS)
      return { outcome: 'held' }
    })
  }

/** Accepts tips in the group again, unless another move holds it. */
export const releaseGroup =
  ({ database }: { database: Database }) =>
  async ({ request: { moveId } }: ParsedCall<typeof calls.releaseGroup>): Promise<Record<string, never>> => {
    await scopeRepository(database).release(moveId)
    return {}
  }
