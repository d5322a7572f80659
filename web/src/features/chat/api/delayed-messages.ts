import type { Message } from '@purple-sector/contracts/chat/http'
import type { QueryClient } from '@tanstack/react-query'
import { remainingDelayMs } from '../../../client/spoiler/delay.ts'
import { waitForSpoilerDelay } from '../../../client/spoiler/delayed-replies.ts'
import { userQuery } from '../../session/user-query.ts'
import { showDelayed } from './chat-live.ts'
import type { ChatLog } from './chat-log.ts'
import { type ChatRoom, logKey } from './room.ts'

/** Delayed messages of one slot are shown together, in ms. */
const SLOT_MS = 1_000

/**
 * Returns the messages that may be visible now, and shows those of others that the spoiler delay withholds once they are
 * due. Messages that are already visible stay.
 */
export const withoutDelayed = (client: QueryClient, room: ChatRoom, messages: readonly Message[]): Message[] => {
  const userId = client.getQueryData(userQuery.queryKey)?.id
  const visibleIds = new Set(client.getQueryData<ChatLog>(logKey(room))?.messages.map(({ id }) => id))
  const isDelayed = (message: Message): boolean =>
    message.userId !== userId && !visibleIds.has(message.id) && remainingDelayMs(Date.parse(message.createdAt)) > 0
  const delayed = messages.filter(isDelayed)
  // Messages of one slot are shown together, when the last of them is due.
  const bySlot = Map.groupBy(delayed, ({ createdAt }) => Math.floor(Date.parse(createdAt) / SLOT_MS))
  for (const [slot, slotMessages] of bySlot)
    void waitForSpoilerDelay((slot + 1) * SLOT_MS).then(() => showDelayed(client, room, slotMessages))
  return delayed.length === 0 ? [...messages] : messages.filter((message) => !isDelayed(message))
}
