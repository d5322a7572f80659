import { z } from 'zod'
import { adminActedBy } from '../admin/audit.ts'
import { instant } from '../common.ts'
import { defineFact, defineState, userKey, weekendSubject } from '../event.ts'
import { messageSchema, roomRef } from './http.ts'

type Room = { weekendId: number | null; groupId: number | null }

/** Returns the subject of the weekend or group that owns a room. */
export const roomOwnerSubject = ({ weekendId, groupId }: Room): string =>
  groupId === null ? weekendSubject(weekendId ?? 0) : `group/${groupId}`

/** Returns the ordering key of everything in a room: its owner's, which is also the name of its channel. */
export const roomKey = (room: Room): string => roomOwnerSubject(room)

/** A message was written. `messageCount` is that of the room including it. */
export const messageSent = defineFact({
  type: 'chat.message-sent.v1',
  owner: 'chat',
  data: messageSchema.extend({ messageCount: z.number().int() }),
  subject: (message) => `message/${message.id}`,
  key: roomKey,
})

/** A message was removed and disappears from every screen. */
export const messageDeleted = defineFact({
  type: 'chat.message-deleted.v1',
  owner: 'chat',
  data: z.object({ id: z.number().int(), ...roomRef, messageCount: z.number().int() }),
  subject: (message) => `message/${message.id}`,
  key: roomKey,
})

/** The minimum interval between messages of one user in a room. */
export const roomChanged = defineState({
  type: 'chat.room-changed.v1',
  owner: 'chat',
  data: z.object({ ...roomRef, slowModeSeconds: z.number().int(), deleted: z.boolean() }),
  subject: (room) => `room/${roomKey(room)}`,
  key: roomKey,
})

/** A user is muted until then; `until` is null once that is lifted. */
export const muteChanged = defineState({
  type: 'chat.mute-changed.v1',
  owner: 'chat',
  data: z.object({ userId: z.string(), until: instant.nullable(), reason: z.string(), deleted: z.boolean() }),
  subject: (mute) => `mute/${mute.userId}`,
  key: (mute) => userKey(mute.userId),
})

export const adminActed = adminActedBy('chat')
