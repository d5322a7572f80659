import { z } from 'zod'
import { defineCall } from '../call.ts'
import { idSchema } from '../common.ts'
import { countOfWeekend } from '../count-of-weekend.ts'
import { roomRef, roomTypeSchema } from './http.ts'

/** The number of messages in the chats of a weekend. */
export const countMessages = countOfWeekend('chat')

/** What a gateway caches of a room. A room without messages is empty, whether or not the weekend exists. */
export const findRoom = defineCall({
  service: 'chat',
  method: 'GET',
  path: '/internal/rooms/:type/:id',
  params: z.object({ type: roomTypeSchema, id: idSchema }),
  reply: z.object({
    ...roomRef,
    slowModeSeconds: z.number().int(),
    messageCount: z.number().int(),
    /** The newest counted message; 0 for none. */
    lastMessageId: z.number().int(),
    /** The authors of the visible messages, at most 500 users: their names are updated. */
    authors: z.array(z.string()).max(500),
  }),
  callers: ['gateway'],
  reason: 'A gateway opens a channel without any state of its chat, and receives only later events.',
})
