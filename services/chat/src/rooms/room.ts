import { roomKey } from '@purple-sector/contracts/chat/events'
import type { RoomType } from '@purple-sector/contracts/chat/http'
import { notFound } from '@purple-sector/service-kit/errors'

/** A weekend's room, for everybody, or a group's, for its members. */
export type Room = { type: RoomType; id: number }

/** As replies and events name it. */
export const refOf = ({ type, id }: Room): { weekendId: number | null; groupId: number | null } => ({
  weekendId: type === 'weekend' ? id : null,
  groupId: type === 'group' ? id : null,
})

/** The weekend or group it belongs to, as subjects are named. */
export const ownerOf = (room: Room): string => roomKey(refOf(room))

const noSuchWeekend = () => notFound('WEEKEND_NOT_FOUND', 'There’s no such weekend.')
const noSuchGroup = () => notFound('GROUP_NOT_FOUND', 'There’s no such group.')

/** What those are told whom a room is not for. */
export const noSuchRoom = ({ type }: Room) => (type === 'weekend' ? noSuchWeekend() : noSuchGroup())
