import { userKey } from '@purple-sector/contracts/event'
import type { Transaction } from '@purple-sector/database'
import { lockAllAndCheckDeleted, lockAndCheckDeleted } from '@purple-sector/messaging'
import { notReplicatedYet } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { type AppError, unauthorized } from '@purple-sector/service-kit/errors'
import { findVerifiedMembership, holdMembers, isGroupHere } from '../projections/group-projection.ts'
import { isWeekendHere } from '../projections/weekend-projection.ts'
import type { Verified } from './enter-room.ts'
import { noSuchRoom, ownerOf, type Room } from './room.ts'

/** Holds what a room belongs to, for what is nobody's in it: neither ends before the transaction. Throws where it is gone. */
export const holdOwner = async (sql: Transaction, room: Room): Promise<void> => {
  const { isDeleted } = await lockAndCheckDeleted(sql, 'shared', ownerOf(room))
  if (isDeleted) throw noSuchRoom(room)
  const isHere = room.type === 'weekend' ? await isWeekendHere(sql, room.id) : await isGroupHere(sql, room.id)
  if (!isHere) throw notReplicatedYet(noSuchRoom(room))
}

/** Somebody who was let in at the door. */
export type Entering = { userId: string; verified: Verified }

/**
 * Holds a room and those who do something in it until the transaction ends: none of their accounts, memberships, nor the
 * room's weekend or group ends before. What has ended since they were let in is refused: answers who is, and why; all of
 * them where the room is gone.
 */
export const holdRoom = async (
  sql: Transaction,
  room: Room,
  people: readonly Entering[],
): Promise<ReadonlyMap<string, AppError>> => {
  const owner = ownerOf(room)
  const deleted = await lockAllAndCheckDeleted(sql, 'shared', [owner, ...people.map(({ userId }) => userKey(userId))])
  if (deleted.has(owner) || (room.type === 'weekend' && !(await isWeekendHere(sql, room.id))))
    return new Map(people.map(({ userId }) => [userId, noSuchRoom(room)]))
  const refusals = new Map<string, AppError>()
  const here = people.filter(({ userId }) => {
    const isGone = deleted.has(userKey(userId))
    if (isGone) refusals.set(userId, unauthorized())
    return !isGone
  })
  if (room.type === 'weekend') return refusals
  const members = await holdMembers(
    sql,
    room.id,
    here.map(({ userId }) => userId),
  )
  const strangers = here.filter(({ userId }) => !members.has(userId))
  const verified = await findVerifiedMembership(
    sql,
    strangers.flatMap((person) => person.verified ?? []),
  )
  for (const { userId } of strangers) if (!verified.has(userId)) refusals.set(userId, noSuchRoom(room))
  return refusals
}

/** The same for one; throws. */
export const holdRoomFor = async (sql: Transaction, room: Room, person: Entering): Promise<void> => {
  const refusal = (await holdRoom(sql, room, [person])).get(person.userId)
  if (refusal) throw refusal
}
