import type { Message } from '@purple-sector/contracts/chat/http'
import type { Database } from '@purple-sector/database'
import { type BatchOutcome, batchRequests } from '@purple-sector/service-kit/scheduling/batch-requests'
import { ownerOf } from '../rooms/room.ts'
import { type MessageOutcome, type MessageRequest, writeMessages } from './write-messages.ts'

/** Concurrent transactions per room: one prepares while the other holds the lock on the room. */
const CONCURRENCY = 2

const outcomeOf = (outcome: MessageOutcome): BatchOutcome<Message> =>
  'message' in outcome ? { result: outcome.message } : outcome

/** Writes messages of a room in batches, one transaction each, because all of them wait for the lock on the room. */
export const messageBatches = (database: Database): ((request: MessageRequest) => Promise<Message>) =>
  batchRequests<MessageRequest, Message>({
    batchKey: ({ room }) => ownerOf(room),
    partitionKey: ({ caller }) => caller.userId,
    concurrency: CONCURRENCY,
    async handleBatch(requests) {
      const [first] = requests
      if (!first) return []
      return (await database.transaction((sql) => writeMessages(sql, first.room, requests))).map(outcomeOf)
    },
    async handleOne(request) {
      const [outcome] = await database.transaction((sql) => writeMessages(sql, request.room, [request]))
      if (!outcome || 'rejection' in outcome) throw outcome?.rejection
      return outcome.message
    },
  })
