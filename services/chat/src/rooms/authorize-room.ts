import { findMemberships, type Membership } from '@purple-sector/contracts/groups/internal'
import type { Database } from '@purple-sector/database'
import type { Logger, ServiceCalls } from '@purple-sector/service-kit'
import { isMember } from '../projections/group-projection.ts'
import { requireWeekend } from '../projections/weekend-projection.ts'
import { noSuchRoom, type Room } from './room.ts'

/** A membership confirmed by the groups service; undefined if it is already replicated here, or not needed. */
export type VerifiedMembership = Membership | undefined

/** Throws unless the user may enter the room. */
export type AuthorizeRoom = (room: Room, userId: string) => Promise<VerifiedMembership>

type Dependencies = { database: Database; calls: ServiceCalls; log: Logger }

/**
 * Creates the check that a user may enter a room; groups are 404 to users who are not in them.
 *
 * If the membership is not replicated yet, it requests the membership from the groups service once.
 */
export const createRoomAuthorizer =
  ({ database, calls, log }: Dependencies): AuthorizeRoom =>
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
      log.warn(
        { event: 'membership.lookup_failed', err: error, groupId: room.id },
        'Membership lookup at groups failed',
      )
    }
    throw noSuchRoom(room)
  }
