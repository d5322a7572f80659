import { z } from 'zod'
import { defineCall } from '../call.ts'
import { idParams } from '../common.ts'

/** How many messages the chats of a weekend have. */
export const countMessages = defineCall({
  service: 'chat',
  method: 'GET',
  path: '/internal/weekends/:id/count',
  params: idParams,
  reply: z.object({ count: z.number().int() }),
  callers: ['weekends'],
  reason: 'Who is about to delete a weekend is shown what would go with it, and nothing of it is copied there.',
})
