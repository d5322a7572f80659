import type { Message } from '@purple-sector/contracts/chat/http'
import type { Database } from '@purple-sector/database'
import { currentTraceparent, nextTraceparent } from '@purple-sector/messaging/trace'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import type { RateLimit } from '@purple-sector/service-kit/http/rate-limit'
import type { EnterRoom } from '../rooms/enter-room.ts'
import { noSuchRoom } from '../rooms/room.ts'
import { messageBatches } from './message-batches.ts'
import { messageRepository } from './message-repository.ts'
import { type MessageRequest, sentBefore } from './write-messages.ts'

type Dependencies = {
  database: Database
  /** Of a person, in all rooms together. */
  pace: Pick<RateLimit, 'count'>
  enter: EnterRoom
}

/**
 * Sends a message into a room that its sender may enter. It is counted before the room is looked for, so that unknown
 * rooms cost no more than known ones. A message that is sent again by its key is answered as it is stored, and counts
 * against no limit. Unlike other use cases it opens no transaction of its own: messages that arrive together in a room
 * share one (ADR 18).
 */
export const sendMessage = ({ database, pace, enter }: Dependencies) => {
  const write = messageBatches(database)
  return async (request: Omit<MessageRequest, 'traceparent' | 'verified'>): Promise<Message> => {
    const { room, caller, text, sentAs } = request
    const { userId } = caller
    const messages = messageRepository(database, room)
    const isReplay = sentAs !== null && (await messages.isSent(userId, sentAs))
    if (!isReplay) await pace.count(userId)
    const verified = await retryUntilReplicated(() => enter(room, userId), userId)
    if (isReplay) {
      const [stored] = await messages.sentAs([{ userId, sentAs }])
      if (!stored) throw noSuchRoom(room)
      const outcome = sentBefore(room, stored, text)
      if ('refusal' in outcome) throw outcome.refusal
      return outcome.message
    }
    return write({ ...request, verified, traceparent: currentTraceparent() ?? nextTraceparent() })
  }
}
