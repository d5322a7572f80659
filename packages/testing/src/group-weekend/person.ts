import { type FrameOf, type ServerFrame, serverFrameSchema } from '@purple-sector/contracts/realtime'
import { expect, vi } from 'vitest'

/** A busy machine, with a process that comes back, takes its time. */
const PATIENT = { timeout: 60_000, interval: 50 }

type Answer = { status: number; body: unknown }

/** What somebody's open screen hears. */
export type Screen = {
  frames: ServerFrame[]
  /** Without a weekend it hears what is told to everybody; a socket that never subscribes is closed after a while. */
  subscribe(weekendId: number | null, groupIds: number[]): void
  /** Waits until a frame of the type fits, of those that came since the last `forget`. */
  next<Type extends ServerFrame['type']>(type: Type, fits?: (frame: FrameOf<Type>) => boolean): Promise<FrameOf<Type>>
  /** What came until now is history. */
  forget(): void
  /** Resolves when all that was sent before has come. */
  settled(): Promise<void>
  close(): void
}

/** Somebody in a session of their own: with a browser, as far as the product can tell. */
export type Person = {
  userId: string
  username: string
  email: string
  /** The `Cookie` header of this person's browser now. */
  cookie(): string
  /** Calls, through the gateway that this person uses. */
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer>
  /** The body of a call that has to succeed. */
  get<T>(path: string): Promise<T>
  post<T>(path: string, body?: object): Promise<T>
  send<T>(method: string, path: string, body?: object): Promise<T>
  /** A socket, at the gateway that was named for it. */
  open(): Promise<Screen>
}

/** Where somebody's calls and where their sockets go: they need not meet the same gateway. */
export type Doors = { calls: string; sockets: string }

const openScreen = async (url: string, cookie: string): Promise<Screen> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { cookie } })
  const frames: ServerFrame[] = []
  socket.onmessage = ({ data }) => frames.push(serverFrameSchema.parse(JSON.parse(String(data))))
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  const next = <Type extends ServerFrame['type']>(type: Type, fits?: (frame: FrameOf<Type>) => boolean) =>
    vi.waitFor(() => {
      const isIt = (frame: ServerFrame): frame is FrameOf<Type> => frame.type === type
      const found = frames.filter(isIt).find((frame) => !fits || fits(frame))
      if (!found) throw new Error(`No such ${type}; there were: ${JSON.stringify(frames).slice(0, 2_000)}`)
      return found
    }, PATIENT)
  return {
    frames,
    next,
    subscribe: (weekendId, groupIds) => socket.send(JSON.stringify({ type: 'subscribe', weekendId, groupIds })),
    forget: () => void frames.splice(0),
    async settled() {
      const pongs = () => frames.filter(({ type }) => type === 'pong').length
      const before = pongs()
      socket.send(JSON.stringify({ type: 'ping' }))
      await vi.waitFor(() => expect(pongs()).toBe(before + 1), PATIENT)
    },
    close: () => socket.close(),
  }
}

/** Signs somebody in, or makes them an account. */
export const enter = async (
  doors: Doors,
  path: '/api/auth/login' | '/api/auth/register',
  credentials: { email: string; password: string; username?: string },
): Promise<Person> => {
  let cookie = ''
  const call: Person['call'] = async (method, at, body, headers = {}) => {
    const reply = await fetch(doors.calls + at, {
      method,
      redirect: 'manual',
      headers: { cookie, origin: doors.calls, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    const set = reply.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    // As a browser does: a cookie that is set anew takes the place of the one before.
    const nameOf = (pair: string) => pair.slice(0, pair.indexOf('='))
    const kept = cookie
      .split('; ')
      .filter((pair) => pair !== '' && !set.some((other) => nameOf(other) === nameOf(pair)))
    cookie = [...kept, ...set].join('; ')
    const isJson = reply.headers.get('content-type')?.includes('application/json') ?? false
    return { status: reply.status, body: isJson && text !== '' ? JSON.parse(text) : text }
  }
  const send = async <T>(method: string, at: string, body?: object): Promise<T> => {
    const answer = await call(method, at, body)
    expect(answer.status, `${method} ${at}: ${JSON.stringify(answer.body)}`).toBeLessThan(400)
    return answer.body as T
  }
  const user = await send<{ id: string; username: string | null }>('POST', path, credentials)
  return {
    userId: user.id,
    username: user.username ?? '',
    email: credentials.email,
    cookie: () => cookie,
    call,
    send,
    get: (at) => send('GET', at),
    post: (at, body) => send('POST', at, body),
    open: () => openScreen(doors.sockets, cookie),
  }
}
