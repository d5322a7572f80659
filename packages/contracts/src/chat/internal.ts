import { z } from 'zod'
import { defineCall } from '../call.ts'
import { idSchema } from '../common.ts'
import { countOfWeekend } from '../count-of-weekend.ts'
import { roomRef, roomTypeSchema } from './http.ts'

/** How many messages the chats of a weekend have. */
export const countMessages = countOfWeekend('chat')

/** What a gateway holds of a room. One nobody has written in is empty, whether there is such a weekend or not. */
export const findRoom = defineCall({
  service: 'chat',
  method: 'GET',
  path: '/internal/rooms/:type/:id',
  params: z.object({ type: roomTypeSchema, id: idSchema }),
  reply: z.object({
    ...roomRef,
    slowModeSeconds: z.number().int(),
    messageCount: z.number().int(),
    /** The newest message that is counted; 0 for none. */
    lastMessageId: z.number().int(),
    /** Who wrote the messages that screens may show, at most 500 people: their names follow them. */
    authors: z.array(z.string()).max(500),
  }),
  callers: ['gateway'],
  reason: 'A gateway that opens a channel holds nothing of its chat, and sees only events from then on.',
})
