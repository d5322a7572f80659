import { expect } from 'vitest'
import { openSocket, type TestSocket } from '../test-socket.ts'

type Answer = { status: number; body: unknown }

/** A user with a session of their own, like a browser. */
export type Person = {
  userId: string
  username: string
  email: string
  /** The current `Cookie` header of this user's browser. */
  cookie(): string
  /** Client for calls through this user's gateway. */
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer>
  /** Returns the body of a call that has to succeed. */
  get<T>(path: string): Promise<T>
  post<T>(path: string, body?: object): Promise<T>
  send<T>(method: string, path: string, body?: object): Promise<T>
  /** Opens a socket at the gateway for this user's sockets. */
  open(): Promise<TestSocket>
}

/** Base URLs of the gateways for a user's calls and for their sockets, which may differ. */
export type Doors = { calls: string; sockets: string }

/** Signs a user in, or creates their account. */
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
    // Like a browser: a new cookie replaces the previous one.
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
