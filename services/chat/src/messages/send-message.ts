import type { Message } from '@purple-sector/contracts/chat/http'
import type { Database } from '@purple-sector/database'
import type { RateLimit } from '@purple-sector/service-kit/rate-limit'
import { type MessageRequest, writeMessages } from './write-messages.ts'

type Dependencies = {
  database: Database
  /** Of a person, in all rooms together. */
  pace: RateLimit
}

/** Somebody writes in a room they were let into. A message that is sent again by its key is answered as it is stored. */
export const sendMessage =
  ({ database, pace }: Dependencies) =>
  async (request: MessageRequest): Promise<Message> => {
    await pace.count(request.caller.userId)
    const [outcome] = await database.transaction((sql) => writeMessages(sql, request.room, [request]))
    if (!outcome || 'refusal' in outcome) throw outcome?.refusal
    return outcome.message
  }
