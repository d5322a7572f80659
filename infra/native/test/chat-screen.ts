import { type Message, messageSchema } from '@purple-sector/contracts/chat/http'
import type { ServerFrame } from '@purple-sector/contracts/realtime'
import type { HttpClient } from '@purple-sector/race-day'
import { openSocket, type TestSocket } from '@purple-sector/testing/test-socket'
import { z } from 'zod'

const PAGE = 200
/** Pause before a reconnect, long enough for other authors to write meanwhile. */
const RETRY_MS = 1_500

/** A screen that shows a weekend's chat as a browser does, also after its connection was lost. */
export type ChatScreen = {
  /** Messages by id. */
  readonly messageTexts: ReadonlyMap<number, string>
  /** Frames that were duplicates or out of order on one connection. */
  readonly violations: readonly string[]
  /** Number of reconnects. */
  readonly reconnects: number
  close(): void
}

type Options = { http: HttpClient; gateways: readonly string[]; cookie: string; weekendId: number }

/**
 * Follows the chat by frames.
 * After every `subscribed`, fetches the messages since the last one.
 */
export const openChatScreen = ({ http, gateways, cookie, weekendId }: Options): ChatScreen => {
  const messageTexts = new Map<number, string>()
  const violations: string[] = []
  let reconnects = 0
  let isClosed = false
  let socket: TestSocket | undefined

  const addMessages = (messages: readonly Message[]): void => {
    for (const { id, message } of messages) {
      if ((messageTexts.get(id) ?? message) !== message) violations.push(`message ${id} has two texts`)
      messageTexts.set(id, message)
    }
  }
  const readAfter = async (last: number): Promise<void> => {
    const after = last > 0 ? `&after=${last}` : ''
    const { status, body } = await http.send({
      method: 'GET',
      path: `/api/weekends/${weekendId}/chat?limit=${PAGE}${after}`,
      cookie,
    })
    if (status !== 200) throw new Error(`reading replied ${status}`)
    const page = z.array(messageSchema).parse(body)
    addMessages(page)
    const newest = page.at(-1)
    if (newest && page.length === PAGE && last > 0) await readAfter(newest.id)
  }

  /** Id up to which no message is missing; undefined while nothing is missing. */
  let gapAfter: number | undefined = 0
  let latestAttempt = 0
  const closeGap = (): void => {
    const ownAttempt = ++latestAttempt
    // Frames of a connection that was lost before the gap was filled are newer than the gap.
    gapAfter ??= Math.max(0, ...messageTexts.keys())
    readAfter(gapAfter).then(
      () => {
        if (ownAttempt === latestAttempt) gapAfter = undefined
      },
      (error: unknown) => violations.push(`missed messages could not be read: ${error}`),
    )
  }

  const connect = async (attempt: number): Promise<void> => {
    const url = gateways[attempt % gateways.length] ?? ''
    let newest = 0
    const onFrame = (frame: ServerFrame): void => {
      if (frame.type === 'subscribed') closeGap()
      const messages = frame.type === 'chat_messages' ? frame.data.messages : []
      if (frame.type === 'chat_message') messages.push(frame.data)
      for (const { id } of messages) {
        if (id <= newest) violations.push(`message ${id} came after ${newest}`)
        newest = Math.max(newest, id)
      }
      addMessages(messages)
    }
    try {
      socket = await openSocket(url, { cookie }, onFrame)
      socket.subscribe(weekendId)
      if (isClosed) socket.close()
      await socket.closed
    } catch {
      // The connection was rejected, for example because the gateway is down.
    }
    if (isClosed) return
    reconnects++
    setTimeout(() => connect(attempt + 1), RETRY_MS)
  }
  void connect(0)
  return {
    messageTexts,
    violations,
    get reconnects() {
      return reconnects
    },
    close() {
      isClosed = true
      socket?.close()
    },
  }
}
