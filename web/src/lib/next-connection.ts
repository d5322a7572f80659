import type { ServerFrame } from '@purple-sector/contracts/realtime'
import { readFrame } from './read-frame.ts'

/** A gateway that is there has answered by then. */
const ANSWER_MS = 10_000
/** Both are connected for so long: what one gateway has heard the other may hear a moment later. */
const BOTH_MS = 1_000
const NORMAL_CLOSE = 1000

export type NextConnection = {
  readonly socket: WebSocket
  /** When it was opened, in ms. */
  readonly openedAt: number
  /** What it has told so far; nobody was told of it. */
  readonly frames: readonly ServerFrame[]
  /** Hands the socket over: nothing of here hears it any more. */
  release(): void
  /** Closes it. */
  abandon(): void
}

type Options = {
  /** Asks for what the page wants; false where it wants nothing yet. */
  subscribe(socket: WebSocket): boolean
  /** It has what was asked for, and may take over. */
  onReady(): void
  /** It was closed again, or could not answer. */
  onFailed(): void
}

/**
 * A second connection, beside the one of a gateway that stops: it keeps what it is told until it takes over. To the page
 * the first one is the connection until then, and nothing is told of both.
 */
export const openNext = (url: string, { subscribe, onReady, onFailed }: Options): NextConnection => {
  const socket = new WebSocket(url)
  const openedAt = Date.now()
  const frames: ServerFrame[] = []
  let isAnswered = false

  const release = (): void => {
    clearTimeout(timer)
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null
  }
  const abandon = (): void => {
    release()
    socket.close(NORMAL_CLOSE)
  }
  const fail = (): void => {
    abandon()
    onFailed()
  }
  const answered = (): void => {
    if (isAnswered) return
    isAnswered = true
    clearTimeout(timer)
    timer = window.setTimeout(onReady, BOTH_MS)
  }

  let timer = window.setTimeout(fail, ANSWER_MS)
  socket.onopen = () => {
    if (!subscribe(socket)) answered()
  }
  socket.onmessage = ({ data }) => {
    const frame = readFrame(data)
    if (!frame) return
    if (frame.type === 'error' && frame.data.code === 'UNAVAILABLE') {
      fail()
      return
    }
    frames.push(frame)
    // What was asked for comes right behind it. Another error is what any gateway answers.
    if (frame.type === 'subscribed' || frame.type === 'error') answered()
  }
  socket.onclose = fail
  return { socket, openedAt, frames, release, abandon }
}
