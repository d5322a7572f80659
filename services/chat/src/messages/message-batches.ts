import type { Message } from '@purple-sector/contracts/chat/http'
import type { Database } from '@purple-sector/database'
import { type BatchOutcome, batchRequests } from '@purple-sector/service-kit/scheduling/batch-requests'
import { ownerOf } from '../rooms/room.ts'
import { type MessageOutcome, type MessageRequest, writeMessages } from './write-messages.ts'

/** So many transactions of a room are under way at once: one prepares while the other holds the room. */
const LANES = 2

const outcomeOf = (outcome: MessageOutcome): BatchOutcome<Message> =>
  'message' in outcome ? { result: outcome.message } : outcome

/** Writes messages of a room that arrive together in one transaction: all of them wait for the room, one after another. */
export const messageBatches = (database: Database): ((request: MessageRequest) => Promise<Message>) =>
  batchRequests<MessageRequest, Message>({
    batchKey: ({ room }) => ownerOf(room),
    partitionKey: ({ caller }) => caller.userId,
    concurrency: LANES,
    async handleBatch(requests) {
      const [first] = requests
      if (!first) return []
      return (await database.transaction((sql) => writeMessages(sql, first.room, requests))).map(outcomeOf)
    },
    async handleOne(request) {
      const [outcome] = await database.transaction((sql) => writeMessages(sql, request.room, [request]))
      if (!outcome || 'refusal' in outcome) throw outcome?.refusal
      return outcome.message
    },
  })
