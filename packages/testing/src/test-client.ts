import type { App } from '@purple-sector/service-kit/http/app-type'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A reply; `body` is the parsed JSON, and null without one. */
export type TestReply<T> = {
  status: number
  headers: Record<string, number | string | string[] | undefined>
  text: string
  body: T
}

/** Sends a request as one user. The type argument is the test's assumption about the body. */
export type TestClient = <T = unknown>(
  method: Method,
  url: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<TestReply<T>>

/** Parses JSON; any other body is available as `text`. */
const parseBody = <T>(type: unknown, text: string): T => {
  const isJson = typeof type === 'string' && type.startsWith('application/json')
  return JSON.parse(isJson && text !== '' ? text : 'null')
}

/** Creates a client for an app without a port, with the headers that identify the user. */
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
      body: parseBody(reply.headers['content-type'], reply.payload),
    }
  }
