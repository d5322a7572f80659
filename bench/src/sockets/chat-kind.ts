import { defineFact, weekendKey } from '@purple-sector/contracts/event'
import { createChannel } from '@purple-sector/gateway/channel'
import { textFrame } from '@purple-sector/gateway/frames'
import type { MakeKind } from '@purple-sector/gateway/make-kind'
import { on } from '@purple-sector/gateway/reaction'
import { z } from 'zod'
import { WEEKEND_ID } from './stand-in-owners.ts'

/** A message as a chat would tell it; `sentAt` is a moment of the clock that the bench's processes share. */
export const messageSent = defineFact({
  type: 'chat.message-sent.v1',
  owner: 'chat',
  data: z.object({ id: z.number().int(), weekendId: z.number().int(), text: z.string(), sentAt: z.number() }),
  subject: (message) => `message/${message.id}`,
  key: (message) => weekendKey(message.weekendId),
})
type Message = z.infer<typeof messageSent.data>

/** `chat/1`: a stand-in for the chat of a weekend, which everybody who follows the weekend hears. */
export const chatKind: MakeKind = ({ log }) => {
  const channel = createChannel({ key: `chat/${WEEKEND_ID}`, log })
  const messages = channel.stream<Message>((sent, seq) =>
    textFrame(JSON.stringify({ type: 'chat_messages', data: { messages: sent }, seq })),
  )
  return {
    find: async ({ weekendId }) => (weekendId === WEEKEND_ID ? [channel] : []),
    reactions: [on(messageSent, (message) => messages.push(message))],
    close: channel.close,
  }
}
