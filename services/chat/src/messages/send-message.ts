import type { Message } from '@purple-sector/contracts/chat/http'
import type { Database } from '@purple-sector/database'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import type { RateLimit } from '@purple-sector/service-kit/http/rate-limit'
import { currentTraceparent, nextTraceparent } from '@purple-sector/telemetry/trace'
import type { AuthorizeRoom } from '../rooms/authorize-room.ts'
import { noSuchRoom } from '../rooms/room.ts'
import { messageBatches } from './message-batches.ts'
import { messageRepository } from './message-repository.ts'
import { type MessageRequest, replayOutcome } from './write-messages.ts'

type Dependencies = {
  database: Database
  /** Per user, over all rooms. */
  messageLimit: Pick<RateLimit, 'count'>
  authorizeRoom: AuthorizeRoom
}

/**
 * Sends a message to a room that its author may enter.
 *
 * The rate limit counts before the room is read, so that unknown rooms cost no more than known ones. A retry with the same
 * idempotency key returns the stored message and does not count against the limit. Unlike other use cases it opens no
 * transaction of its own: messages that arrive together in a room share one (ADR 18).
 */
export const sendMessage = ({ database, messageLimit, authorizeRoom }: Dependencies) => {
  const writeInBatch = messageBatches(database)
  return async (request: Omit<MessageRequest, 'traceparent' | 'verifiedMembership'>): Promise<Message> => {
    const { room, caller, text, sentAs } = request
    const { userId } = caller
    const messages = messageRepository(database, room)
    const isReplay = sentAs !== null && (await messages.isSent(userId, sentAs))
    if (!isReplay) await messageLimit.count(userId)
    const verifiedMembership = await retryUntilReplicated(() => authorizeRoom(room, userId), userId)
    if (isReplay) {
      const [stored] = await messages.findSent([{ userId, sentAs }])
      if (!stored) throw noSuchRoom(room)
      const outcome = replayOutcome(room, stored, text)
      if ('rejection' in outcome) throw outcome.rejection
      return outcome.message
    }
    return writeInBatch({ ...request, verifiedMembership, traceparent: currentTraceparent() ?? nextTraceparent() })
  }
}
