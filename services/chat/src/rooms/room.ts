import type { RoomType } from '@purple-sector/contracts/chat/http'

/** A weekend's room, for everybody, or a group's, for its members. */
export type Room = { type: RoomType; id: number }

/** As replies and events name it. */
export const refOf = ({ type, id }: Room): { weekendId: number | null; groupId: number | null } => ({
  weekendId: type === 'weekend' ? id : null,
  groupId: type === 'group' ? id : null,
})
