import { WebSocket } from 'ws'
import { parseFrame } from './frames.ts'
import type { FrameReply } from './replies.ts'

export type Board = Extract<FrameReply, { type: 'leaderboard_update' }>['data']
export type Standing = Extract<FrameReply, { type: 'my_standing' }>['data']

/** A revision that a frame told of; the first one comes without status and reason. */
type ToldRevision = { revision: number; status?: string; reason?: string | null }

/** What one fan's screen has seen; survives reconnects as a browser's memory does. */
export type FanSocket = {
  readonly board: Board | null
  readonly standing: Standing | null
  /** Revisions told by race_completed, result_corrected and result_status, by race id. */
  readonly told: Record<'completed' | 'corrected' | 'status', Map<number, ToldRevision[]>>
  /** Times this connection was lost; messages sent meanwhile are rightly missed. */
  readonly interruptions: number
  readonly complaints: string[]
  /** Resolves with the first `subscribed`. */
  readonly ready: Promise<void>
  close(): void
}

export type FanSocketOptions = {
  /** Base URLs; the first is preferred, the next is tried after a loss. */
  urls: string[]
  /** `Origin` to send; that of the URL in use when left out. */
  origin?: string
  cookie: string
  weekendId: number
  onBoard?: (version: number, receivedAt: number) => void
}

/** Follows the weekend as a fan's browser does: newer versions only, reconnecting when the connection goes. */
export const openFanSocket = ({ urls, origin, cookie, weekendId, onBoard }: FanSocketOptions): FanSocket => {
  let socket: WebSocket | null = null
  let isClosed = false
  let attempts = 0
  let retry: NodeJS.Timeout | undefined
  let seenHere = { board: 0, standing: 0 }
  const becameReady = Promise.withResolvers<void>()
  const state = {
    board: null as Board | null,
    standing: null as Standing | null,
    told: {
      completed: new Map<number, ToldRevision[]>(),
      corrected: new Map<number, ToldRevision[]>(),
      status: new Map<number, ToldRevision[]>(),
    },
    interruptions: 0,
    complaints: [] as string[],
    ready: becameReady.promise,
    close() {
      isClosed = true
      clearTimeout(retry)
      socket?.close(1000)
    },
  }

  const isOlder = (kind: 'board' | 'standing', version: number) => {
    if (version < seenHere[kind]) state.complaints.push(`${kind} version fell from ${seenHere[kind]} to ${version}`)
    seenHere[kind] = Math.max(seenHere[kind], version)
    return version < (state[kind]?.version ?? -1)
  }

  const take = (frame: FrameReply, receivedAt: number) => {
    if (frame.type === 'hello' || (frame.type === 'subscribed' && frame.data.weekendId !== weekendId)) {
      retry = setTimeout(subscribe, frame.type === 'hello' ? 0 : 500)
    } else if (frame.type === 'subscribed') {
      attempts = 0
      becameReady.resolve()
    } else if (frame.type === 'error') {
      state.complaints.push(`error frame ${frame.data.code}: ${frame.data.message}`)
    } else if (frame.type === 'race_completed') {
      note(state.told.completed, frame.data)
    } else if (frame.type === 'result_corrected') {
      note(state.told.corrected, frame.data)
    } else if (frame.type === 'result_status') {
      note(state.told.status, frame.data)
    } else if (frame.data.weekendId === weekendId && frame.data.groupId === null) {
      if (frame.type === 'my_standing') {
        if (!isOlder('standing', frame.data.version)) state.standing = frame.data
      } else {
        const isNew = !isOlder('board', frame.data.version) && frame.data.version !== state.board?.version
        if (isNew) state.board = frame.data
        if (isNew) onBoard?.(frame.data.version, receivedAt)
      }
    }
  }

  const subscribe = () => {
    if (socket?.readyState === WebSocket.OPEN)
      socket.send(JSON.stringify({ type: 'subscribe', data: { weekendId, groupIds: [] } }))
  }

  const connect = () => {
    seenHere = { board: 0, standing: 0 }
    const base = new URL(urls[attempts % urls.length]!).origin
    const opened = new WebSocket(`${base.replace(/^http/, 'ws')}/ws`, {
      headers: { cookie },
      origin: origin ?? base,
      perMessageDeflate: false,
      handshakeTimeout: 10_000,
    })
    socket = opened
    let lastError = ''
    opened.on('message', (data) => {
      const receivedAt = Date.now()
      const frame = parseFrame(String(data))
      if (frame === 'unreadable') state.complaints.push(`unreadable frame: ${String(data).slice(0, 200)}`)
      else if (frame) take(frame, receivedAt)
    })
    opened.on('error', (error) => {
      lastError = error.message
    })
    opened.on('close', (code) => {
      if (isClosed) return
      if (code === 4401 || lastError.includes('401') || lastError.includes('403')) {
        state.complaints.push(`turned away: ${code} ${lastError}`)
        becameReady.resolve()
        return
      }
      state.interruptions += 1
      attempts += 1
      retry = setTimeout(connect, Math.min(200 * 2 ** Math.min(attempts, 4), 2_000) * (0.5 + Math.random()))
    })
  }
  connect()
  return state
}

const note = (told: Map<number, ToldRevision[]>, { race, ...revision }: ToldRevision & { race: { id: number } }) => {
  told.set(race.id, [...(told.get(race.id) ?? []), revision])
}
