import type { Message } from '@purple-sector/contracts/chat/http'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { ApiError, api, hasCode, isOfflineError, serverMessage } from '../../../client/api/api.ts'
import { useToastMutation } from '../../../client/api/toast-mutation.ts'
import { serverNow } from '../../../client/time/server-clock.ts'
import { browserState } from '../../../ui/base/browser-state.ts'
import { patchLog } from './chat-live.ts'
import { type ChatLog, withoutMessage } from './chat-log.ts'
import { EMPTY_OUTBOX, type Outbox, type OutgoingMessage, withoutSending, withSending } from './outbox.ts'
import { allRoomsKey, type ChatRoom, chatPath, logKey, outboxKey } from './room.ts'

const NOT_REACHED = 'We can’t reach the server.'

const patchOutbox = (client: QueryClient, room: ChatRoom, change: (outbox: Outbox) => Outbox): void => {
  client.setQueryData<Outbox>(outboxKey(room), (outbox = EMPTY_OUTBOX) => change(outbox))
}

/** Whether the composer itself explains the error: rate limit, slow mode or mute. */
const isExplained = (error: unknown): boolean =>
  hasCode(error, 'MUTED') || (error instanceof ApiError && error.status === 429)

const FAILURES = {
  weekend: { failure: 'Failed to send message. Please try again.' },
  group: { failure: 'Error', fixedReason: 'Failed to send message' },
} as const

/** Marks an outgoing message as failed, and records when the next one may be sent. */
const markFailed = (client: QueryClient, room: ChatRoom, sending: OutgoingMessage, error: unknown): void => {
  const reason = isOfflineError(error) ? NOT_REACHED : serverMessage(error, 'Please try again.')
  patchOutbox(client, room, (outbox) => {
    // A frame may have delivered the message although the reply was lost.
    if (!outbox.entries.some(({ key }) => key === sending.key)) return outbox
    const waitMs = error instanceof ApiError && error.status === 429 ? (error.retryAfter ?? 0) * 1_000 : 0
    return {
      ...withSending(outbox, { ...sending, state: 'failed', reason }),
      notBefore: Math.max(outbox.notBefore, serverNow() + waitMs),
    }
  })
  // A user who was muted meanwhile may not have received the frame.
  if (hasCode(error, 'MUTED')) void client.invalidateQueries({ queryKey: allRoomsKey })
}

const sent = browserState(() => ({ count: 0 }))

/** Sends a message: visible at once, kept on failure, and stored once however often it is sent. */
export const useSendMessage = (room: ChatRoom) => {
  const client = useQueryClient()
  const { mutate } = useToastMutation<OutgoingMessage, Message>({
    mutationFn: async (sending) => {
      const { key, text: message } = sending
      try {
        return await api.post<Message>(chatPath(room), { message }, { headers: { 'idempotency-key': key } })
      } catch (error) {
        markFailed(client, room, sending, error)
        throw error
      }
    },
    ...FAILURES[room.type],
    offline: `${NOT_REACHED} We’ve kept your message.`,
    hidesErrorToast: isExplained,
    onDone: (message, sending) =>
      patchOutbox(client, room, (outbox) => {
        const log = client.getQueryData<ChatLog>(logKey(room))
        const isArrived = log?.messages.some(({ id }) => id === message.id)
        // The frame, which comes before or after this reply, gives the message its place in the log.
        return isArrived
          ? withoutSending(outbox, sending.key)
          : withSending(outbox, { ...sending, state: 'sent', message })
      }),
  })
  const submit = (sending: OutgoingMessage): void => {
    patchOutbox(client, room, (outbox) => withSending(outbox, sending))
    mutate(sending)
  }
  return {
    send: (text: string): void =>
      submit({ key: `chat-${Date.now()}-${++sent().count}-${Math.random()}`, text, at: serverNow(), state: 'sending' }),
    sendAgain: ({ key, text, at }: OutgoingMessage): void => submit({ key, text, at, state: 'sending' }),
    discard: ({ key }: OutgoingMessage): void => patchOutbox(client, room, (outbox) => withoutSending(outbox, key)),
  }
}

/** Deletes an own message from a group chat. */
export const useDeleteOwnMessage = (room: ChatRoom) => {
  const client = useQueryClient()
  return useToastMutation<number, void>({
    mutationFn: (messageId) => api.delete(`${chatPath(room)}/${messageId}`),
    failure: 'Error',
    fixedReason: 'Failed to delete message',
    offline: NOT_REACHED,
    // A frame removes it from other clients.
    onDone: (_, messageId) => removeMessage(client, room, messageId),
  })
}

/** Removes a deleted message from this screen at once. */
export const removeMessage = (client: QueryClient, room: ChatRoom, messageId: number): void =>
  patchLog(client, room, (log) => withoutMessage(log, messageId))
