import { expect } from 'vitest'
import { openSocket, type TestSocket } from '../test-socket.ts'

type Answer = { status: number; body: unknown }

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
  open(): Promise<TestSocket>
}

/** Where somebody's calls and where their sockets go: they need not meet the same gateway. */
export type Doors = { calls: string; sockets: string }

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
    open: () => openSocket(doors.sockets, { cookie }),
  }
}
