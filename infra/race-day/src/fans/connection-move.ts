import type { WebSocket } from 'ws'
import type { FrameReply } from './replies.ts'

/**
 * How long both connections stay open, and the delay before a rejected one is retried; ms.
 * The same as in browsers (web/src/client/realtime).
 */
const OVERLAP_MS = 1_000
export const retryDelayMs = () => 1_000 + Math.random() * 2_000

export type BufferedFrame = { frame: FrameReply; receivedAt: number }

export type NextSocket = {
  readonly socket: WebSocket
  /** Frames received so far, not yet delivered. */
  readonly bufferedFrames: readonly BufferedFrame[]
  hasReplied(): boolean
  /** Detaches all listeners, so that the caller can use the socket. */
  release(): void
  abandon(): void
}

type Options = {
  read(data: unknown): FrameReply | undefined
  subscribe(socket: WebSocket): void
  /** The subscription got its reply: the connection may become the current one. */
  onReady(): void
  /** The connection was rejected, or closed again. */
  onFailed(): void
}

/** Opens a second connection beside that of a stopping gateway; buffers frames until it becomes the current one. */
export const openNextSocket = (socket: WebSocket, { read, subscribe, onReady, onFailed }: Options): NextSocket => {
  const bufferedFrames: BufferedFrame[] = []
  let timer: NodeJS.Timeout | undefined
  const release = () => {
    clearTimeout(timer)
    socket.removeAllListeners()
  }
  socket.on('message', (data) => {
    const receivedAt = Date.now()
    const frame = read(data)
    if (!frame) return
    if (frame.type === 'hello') subscribe(socket)
    else bufferedFrames.push({ frame, receivedAt })
    if (frame.type === 'subscribed') timer ??= setTimeout(onReady, OVERLAP_MS)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    release()
    onFailed()
  })
  return {
    socket,
    bufferedFrames,
    hasReplied: () => timer !== undefined,
    release,
    abandon() {
      release()
      // Closing a socket that is not open yet makes it emit an error.
      socket.on('error', () => {})
      socket.close(1000)
    },
  }
}
