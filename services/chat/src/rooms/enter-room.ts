import { findMemberships } from '@purple-sector/contracts/groups/internal'
import type { Database, Transaction } from '@purple-sector/database'
import type { Logger, ServiceCalls } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import { memberships } from '../projections/group-projection.ts'
import { requireWeekend } from '../projections/weekend-projection.ts'
import type { Room } from './room.ts'

export const noSuchGroup = () => notFound('GROUP_NOT_FOUND', 'There is no such group.')

const isMember = async (sql: Database | Transaction, groupId: number, userId: string): Promise<boolean> =>
  (await memberships(sql).where({ group_id: groupId, user_id: userId }).first('user_id')) !== undefined

type Dependencies = { database: Database; calls: ServiceCalls; log: Logger }

/**
 * Lets somebody into a room, or refuses: a group is not theirs to know of. Whoever has come into a group a moment ago,
 * before the event of it is here, is asked for once at groups.
 */
export const enteringRooms =
  ({ database, calls, log }: Dependencies) =>
  async ({ type, id }: Room, userId: string): Promise<void> => {
    if (type === 'weekend') return requireWeekend(database, id)
    if (await isMember(database, id, userId)) return
    try {
      const outcome = await calls.ask(findMemberships, { request: { wanted: [{ groupId: id, userId }] } })
      if (outcome.kind === 'reply' && outcome.reply.memberships.length > 0) return
    } catch (error) {
      log.warn({ err: error, groupId: id }, 'a membership could not be asked for')
    }
    throw noSuchGroup()
  }
