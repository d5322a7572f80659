import { userSubject } from '@purple-sector/contracts/event'
import type { Transaction } from '@purple-sector/database'
import { lockAllAndCheckDeleted, lockAndCheckDeleted } from '@purple-sector/messaging'
import { notReplicatedYet } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { type AppError, unauthorized } from '@purple-sector/service-kit/errors'
import { findVerifiedMembers, isGroupKnown, lockMembers } from '../projections/group-projection.ts'
import { isWeekendKnown } from '../projections/weekend-projection.ts'
import type { VerifiedMembership } from './authorize-room.ts'
import { noSuchRoom, ownerOf, type Room } from './room.ts'

/** Locks the room's weekend or group against deletion until the transaction ends; throws 404 if it is deleted. */
export const lockRoomOwner = async (sql: Transaction, room: Room): Promise<void> => {
  const { isDeleted } = await lockAndCheckDeleted(sql, 'shared', ownerOf(room))
  if (isDeleted) throw noSuchRoom(room)
  const isKnown = room.type === 'weekend' ? await isWeekendKnown(sql, room.id) : await isGroupKnown(sql, room.id)
  if (!isKnown) throw notReplicatedYet(noSuchRoom(room))
}

/** A user who passed `AuthorizeRoom`. */
export type RoomUser = { userId: string; verifiedMembership: VerifiedMembership }

/**
 * Locks a room and the users who act in it until the transaction ends, and returns the rejected users with the error.
 *
 * No account, membership, weekend or group that is locked ends before the transaction. Users whose account or membership
 * has ended since they were authorized are rejected; if the room was deleted, all users are.
 */
export const lockRoom = async (
  sql: Transaction,
  room: Room,
  users: readonly RoomUser[],
): Promise<ReadonlyMap<string, AppError>> => {
  const owner = ownerOf(room)
  const deleted = await lockAllAndCheckDeleted(sql, 'shared', [
    owner,
    ...users.map(({ userId }) => userSubject(userId)),
  ])
  if (deleted.has(owner) || (room.type === 'weekend' && !(await isWeekendKnown(sql, room.id))))
    return new Map(users.map(({ userId }) => [userId, noSuchRoom(room)]))
  const refusals = new Map<string, AppError>()
  const activeUsers = users.filter(({ userId }) => {
    const isAccountDeleted = deleted.has(userSubject(userId))
    if (isAccountDeleted) refusals.set(userId, unauthorized())
    return !isAccountDeleted
  })
  if (room.type === 'weekend') return refusals
  const members = await lockMembers(
    sql,
    room.id,
    activeUsers.map(({ userId }) => userId),
  )
  const nonMembers = activeUsers.filter(({ userId }) => !members.has(userId))
  const verifiedUserIds = await findVerifiedMembers(
    sql,
    nonMembers.flatMap((person) => person.verifiedMembership ?? []),
  )
  for (const { userId } of nonMembers) if (!verifiedUserIds.has(userId)) refusals.set(userId, noSuchRoom(room))
  return refusals
}

/** Locks a room for one user; throws if the user is rejected. */
export const lockRoomForUser = async (sql: Transaction, room: Room, person: RoomUser): Promise<void> => {
  const refusal = (await lockRoom(sql, room, [person])).get(person.userId)
  if (refusal) throw refusal
}
