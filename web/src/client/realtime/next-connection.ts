import type { ServerFrame } from '@purple-sector/contracts/realtime'
import { readFrame } from './realtime.ts'

/** Timeout for the first frame of a reachable gateway, in ms. */
const ANSWER_TIMEOUT_MS = 10_000
/** Overlap of both connections, in ms: one gateway may receive an event a moment after the other. */
const OVERLAP_MS = 1_000
const NORMAL_CLOSE = 1000

export type NextConnection = {
  readonly socket: WebSocket
  /** When it was opened, in ms. */
  readonly openedAt: number
  /** The frames received so far, which have not been handled. */
  readonly frames: readonly ServerFrame[]
  /** Detaches the socket from this module. */
  release(): void
  /** Closes the socket. */
  abandon(): void
}

type Options = {
  /** Sends the page's subscription; false where there is none yet. */
  subscribe(socket: WebSocket): boolean
  /** Called once it has all subscribed state and may replace the first connection. */
  onReady(): void
  /** Called when it was closed, or did not answer in time. */
  onFailed(): void
}

/** Opens a second connection while the current gateway drains; buffers its frames until it replaces the first one. */
export const openNextConnection = (url: string, { subscribe, onReady, onFailed }: Options): NextConnection => {
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
  const onFirstFrame = (): void => {
    if (isAnswered) return
    isAnswered = true
    clearTimeout(timer)
    timer = window.setTimeout(onReady, OVERLAP_MS)
  }

  let timer = window.setTimeout(fail, ANSWER_TIMEOUT_MS)
  socket.onopen = () => {
    if (!subscribe(socket)) onFirstFrame()
  }
  socket.onmessage = ({ data }) => {
    const frame = readFrame(data)
    if (!frame) return
    if (frame.type === 'error' && frame.data.code === 'UNAVAILABLE') {
      fail()
      return
    }
    frames.push(frame)
    // The subscribed state follows immediately. Any gateway would send the same error.
    if (frame.type === 'subscribed' || frame.type === 'error') onFirstFrame()
  }
  socket.onclose = fail
  return { socket, openedAt, frames, release, abandon }
}
