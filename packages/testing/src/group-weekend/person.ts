import { expect } from 'vitest'
import { openSocket, type TestSocket } from '../test-socket.ts'

type CallResult = { status: number; body: unknown }

/** A user with a session, like a browser. */
export type Person = {
  userId: string
  username: string
  email: string
  /** The current `Cookie` header of this user's browser. */
  cookie(): string
  /** Client for calls through this user's gateway. */
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<CallResult>
  /** Returns the body of a call that has to succeed. */
  get<T>(path: string): Promise<T>
  post<T>(path: string, body?: object): Promise<T>
  send<T>(method: string, path: string, body?: object): Promise<T>
  /** Opens a socket at the gateway for this user's sockets. */
  open(): Promise<TestSocket>
}

/** Base URLs of the gateways for a user's calls and for their sockets, which may differ. */
export type GatewayUrls = { calls: string; sockets: string }

/** Signs a user in, or creates their account. */
export const enter = async (
  gateways: GatewayUrls,
  path: '/api/auth/login' | '/api/auth/register',
  credentials: { email: string; password: string; username?: string },
): Promise<Person> => {
  let cookie = ''
  const call: Person['call'] = async (method, path, body, headers = {}) => {
    const reply = await fetch(gateways.calls + path, {
      method,
      redirect: 'manual',
      headers: { cookie, origin: gateways.calls, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    const newCookies = reply.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    // Like a browser: a new cookie replaces the previous one.
    const nameOf = (pair: string) => pair.slice(0, pair.indexOf('='))
    const remainingCookies = cookie
      .split('; ')
      .filter((pair) => pair !== '' && !newCookies.some((cookie) => nameOf(cookie) === nameOf(pair)))
    cookie = [...remainingCookies, ...newCookies].join('; ')
    const isJson = reply.headers.get('content-type')?.includes('application/json') ?? false
    return { status: reply.status, body: isJson && text !== '' ? JSON.parse(text) : text }
  }
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const reply = await call(method, path, body)
    expect(reply.status, `${method} ${path}: ${JSON.stringify(reply.body)}`).toBeLessThan(400)
    return reply.body as T
  }
  const user = await send<{ id: string; username: string | null }>('POST', path, credentials)
  return {
    userId: user.id,
    username: user.username ?? '',
    email: credentials.email,
    cookie: () => cookie,
    call,
    send,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    open: () => openSocket(gateways.sockets, { cookie }),
  }
}
