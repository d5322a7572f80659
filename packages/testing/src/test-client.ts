import type { App } from '@purple-sector/service-kit/http/app-type'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What was answered; `body` is the parsed text, and null where there is none. */
export type TestReply<T> = {
  status: number
  headers: Record<string, number | string | string[] | undefined>
  text: string
  body: T
}

/** Sends a request as one person. The type is the test's word for what the reply holds. */
export type TestClient = <T = unknown>(
  method: Method,
  url: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<TestReply<T>>

/** What comes as JSON, parsed; everything else is for `text`. */
const parsed = <T>(type: unknown, text: string): T => {
  const isJson = typeof type === 'string' && type.startsWith('application/json')
  return JSON.parse(isJson && text !== '' ? text : 'null')
}

/** Requests to an app without a port, with the headers that say who sends them. */
export const clientOf =
  (app: App, identity: Record<string, string> = {}): TestClient =>
  async (method, url, body, headers = {}) => {
    const sent = body === undefined ? {} : { payload: JSON.stringify(body) }
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const reply = await app.inject({ method, url, headers: { ...identity, ...type, ...headers }, ...sent })
    return {
      status: reply.statusCode,
      headers: reply.headers,
      text: reply.payload,
      body: parsed(reply.headers['content-type'], reply.payload),
    }
  }
