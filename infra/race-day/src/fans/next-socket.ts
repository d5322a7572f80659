import type { WebSocket } from 'ws'
import type { FrameReply } from './replies.ts'

/** As browsers do it (web/src/lib): how long both connections stand, and when another is tried that nobody let in; ms. */
const bothFor = 1_000
export const moveAgainAfter = () => 1_000 + Math.random() * 2_000

export type Held = { frame: FrameReply; receivedAt: number }

export type NextSocket = {
  readonly socket: WebSocket
  /** What it has told so far; nobody was told of it. */
  readonly held: readonly Held[]
  hasAnswered(): boolean
  /** Hands the socket over: nothing of here hears it any more. */
  release(): void
  abandon(): void
}

type Options = {
  read(data: unknown): FrameReply | undefined
  subscribe(socket: WebSocket): void
  /** It has what was asked for, and may take over. */
  onReady(): void
  /** It was not let in, or was closed again. */
  onFailed(): void
}

/** A second connection, beside that of a gateway that stops: it keeps what it is told until it takes over. */
export const openNext = (socket: WebSocket, { read, subscribe, onReady, onFailed }: Options): NextSocket => {
  const held: Held[] = []
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
    else held.push({ frame, receivedAt })
    if (frame.type === 'subscribed') timer ??= setTimeout(onReady, bothFor)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    release()
    onFailed()
  })
  return {
    socket,
    held,
    hasAnswered: () => timer !== undefined,
    release,
    abandon() {
      release()
      // One that is not open yet fails by being closed.
      socket.on('error', () => {})
      socket.close(1000)
    },
  }
}
