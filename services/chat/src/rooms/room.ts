import { roomOwnerSubject } from '@purple-sector/contracts/chat/events'
import type { RoomType } from '@purple-sector/contracts/chat/http'
import { notFound } from '@purple-sector/service-kit/errors'

/** A room: a weekend's is open to all users, a group's to its members. */
export type Room = { type: RoomType; id: number }

/** Returns the fields by which replies and events identify the room. */
export const refOf = ({ type, id }: Room): { weekendId: number | null; groupId: number | null } => ({
  weekendId: type === 'weekend' ? id : null,
  groupId: type === 'group' ? id : null,
})

/** Returns the subject of the weekend or group that owns the room. */
export const ownerOf = (room: Room): string => roomOwnerSubject(refOf(room))

const noSuchWeekend = () => notFound('WEEKEND_NOT_FOUND', 'There’s no such weekend.')
const noSuchGroup = () => notFound('GROUP_NOT_FOUND', 'There’s no such group.')

/** The 404 for a room that does not exist or that the user may not enter. */
export const noSuchRoom = ({ type }: Room) => (type === 'weekend' ? noSuchWeekend() : noSuchGroup())
