import { findMemberships, type Membership } from '@purple-sector/contracts/groups/internal'
import type { Database } from '@purple-sector/database'
import type { Logger, ServiceCalls } from '@purple-sector/service-kit'
import { isMember } from '../projections/group-projection.ts'
import { requireWeekend } from '../projections/weekend-projection.ts'
import { noSuchRoom, type Room } from './room.ts'

/** A membership that groups told of when it was asked; nothing where it is known here, or none is needed. */
export type Verified = Membership | undefined

/** Lets somebody into a room, or refuses. */
export type EnterRoom = (room: Room, userId: string) => Promise<Verified>

type Dependencies = { database: Database; calls: ServiceCalls; log: Logger }

/**
 * The door of a room; a group is not others' to know of. Whoever has come into a group a moment ago, before the event of
 * it is here, is asked for once at groups.
 */
export const enteringRooms =
  ({ database, calls, log }: Dependencies): EnterRoom =>
  async (room, userId) => {
    if (room.type === 'weekend') {
      await requireWeekend(database, room.id)
      return undefined
    }
    if (await isMember(database, room.id, userId)) return undefined
    try {
      const outcome = await calls.request(findMemberships, { request: { wanted: [{ groupId: room.id, userId }] } })
      const [membership] = outcome.kind === 'reply' ? outcome.reply.memberships : []
      if (membership) return membership
    } catch (error) {
      log.warn({ err: error, groupId: room.id }, 'a membership could not be asked for')
    }
    throw noSuchRoom(room)
  }
