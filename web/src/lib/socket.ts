import type { ServerFrame } from '@purple-sector/contracts/realtime'

/** Reconnect delay (spec part 1 section 9); close code 1000 does not reconnect. */
const RECONNECT_MS = 10_000
const NORMAL_CLOSE = 1000

export type RealtimeState = 'connected' | 'disconnected'

export type Realtime = {
  subscribe(weekendId: number): void
  onFrame(listener: (frame: ServerFrame) => void): () => void
  onState(listener: () => void): () => void
  state(): RealtimeState
  close(): void
}

const parse = (text: unknown): ServerFrame | undefined => {
  try {
    return JSON.parse(String(text))
  } catch (error) {
    console.warn('A realtime message could not be read', error)
    return undefined
  }
}

/** One socket for the app: reconnects by itself and subscribes again to what was wanted last. */
export const connectRealtime = (url: string, reconnectMs = RECONNECT_MS): Realtime => {
  const frameListeners = new Set<(frame: ServerFrame) => void>()
  const stateListeners = new Set<() => void>()
  let state: RealtimeState = 'disconnected'
  let wanted: number | undefined
  let socket: WebSocket
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const become = (next: RealtimeState) => {
    if (state === next) return
    state = next
    for (const listener of stateListeners) listener()
  }
  const send = (message: object) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
  const open = () => {
    socket = new WebSocket(url)
    socket.onopen = () => {
      become('connected')
      if (wanted !== undefined) send({ type: 'subscribe', weekendId: wanted, groupIds: [] })
    }
    socket.onmessage = ({ data }) => {
      const frame = parse(data)
      if (frame) for (const listener of frameListeners) listener(frame)
    }
    socket.onclose = ({ code }) => {
      become('disconnected')
      if (!closed && code !== NORMAL_CLOSE) timer = setTimeout(open, reconnectMs)
    }
  }
  open()

  return {
    subscribe(weekendId) {
      wanted = weekendId
      send({ type: 'subscribe', weekendId, groupIds: [] })
    },
    onFrame(listener) {
      frameListeners.add(listener)
      return () => frameListeners.delete(listener)
    },
    onState(listener) {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
    state: () => state,
    close() {
      closed = true
      clearTimeout(timer)
      socket.close(NORMAL_CLOSE)
    },
  }
}
