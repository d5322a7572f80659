import type { Message } from '@purple-sector/contracts/chat/http'
import type { Database } from '@purple-sector/database'
import { currentTraceparent, nextTraceparent } from '@purple-sector/messaging/trace'
import type { RateLimit } from '@purple-sector/service-kit/rate-limit'
import { noSuchRoom } from '../rooms/room.ts'
import { messageBatches } from './message-batches.ts'
import { messageRepository } from './message-repository.ts'
import { type MessageRequest, sentBefore } from './write-messages.ts'

type Dependencies = {
  database: Database
  /** Of a person, in all rooms together. */
  pace: Pick<RateLimit, 'count'>
}

/**
 * Somebody writes in a room they were let into. A message that is sent again by its key is answered as it is stored, and
 * counts against no limit. Unlike other use cases it opens no transaction of its own: messages that arrive together in a
 * room share one (ADR 18).
 */
export const sendMessage = ({ database, pace }: Dependencies) => {
  const write = messageBatches(database)
  return async (request: Omit<MessageRequest, 'traceparent'>): Promise<Message> => {
    const { room, caller, text, sentAs } = request
    const { userId } = caller
    const messages = messageRepository(database, room)
    if (sentAs !== null && (await messages.isSent(userId, sentAs))) {
      const [stored] = await messages.sentAs([{ userId, sentAs }])
      if (!stored) throw noSuchRoom(room)
      const outcome = sentBefore(room, stored, text)
      if ('refusal' in outcome) throw outcome.refusal
      return outcome.message
    }
    await pace.count(userId)
    return write({ ...request, traceparent: currentTraceparent() ?? nextTraceparent() })
  }
}
