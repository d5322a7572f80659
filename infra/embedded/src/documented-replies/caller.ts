import { setTimeout as delay } from 'node:timers/promises'
import type { Operation } from './document.ts'

/** A busy service replies 503 with `Retry-After`. */
const MAX_TRIES = 5

/** Input of a call: path parameters, a query, and a JSON body or a form. */
export type CallInput = {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean>
  body?: object
  form?: FormData | URLSearchParams
  /** Raw bytes, independent of the content type in the headers. */
  raw?: string
  headers?: Record<string, string>
  /** Expected status, or several; any documented success by default. */
  status?: number | readonly number[]
}

export type Reply = { status: number; headers: Headers; text: string; body: unknown }

/** Calls an operation by its name in the document, and records deviations of the reply. */
export type Call = <Body = unknown>(name: string, input?: CallInput) => Promise<Body>

export type Records = {
  /** Every deviation of a reply from the documentation. */
  deviations: string[]
  /** Statuses of replies so far, by operation name. */
  seenStatuses: Map<string, Set<number>>
  /** Calls whose 304 could not be provoked because the data changed; repeated when nothing else runs. */
  unconfirmed304: Map<string, () => Promise<unknown>>
}

const isSuccess = (status: number): boolean => status < 400

const fillPath = (path: string, params: CallInput['params'] = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (placeholder, key: string) =>
    params[key] === undefined ? placeholder : encodeURIComponent(params[key]),
  )

/** Creates a client of the product at `url` that stores cookies as a browser does. */
export const createCaller = (
  { url, operations, records }: { url: string; operations: readonly Operation[]; records: Records },
  session: { cookie: string } = { cookie: '' },
) => {
  const byName = new Map(operations.map((operation) => [operation.name, operation]))

  const storeCookies = (headers: Headers): void => {
    const newCookies = headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    const nameOf = (pair: string) => pair.slice(0, pair.indexOf('='))
    const otherCookies = session.cookie
      .split('; ')
      .filter((pair) => pair !== '' && !newCookies.some((newCookie) => nameOf(newCookie) === nameOf(pair)))
    session.cookie = [...otherCookies, ...newCookies].join('; ')
  }

  const send = async (name: string, input: CallInput = {}): Promise<Reply> => {
    const operation = byName.get(name)
    if (!operation) throw new Error(`The document has no ${name}.`)
    const { params, query, body, form, raw, headers, status } = input
    const payload = raw ?? form ?? (body && JSON.stringify(body))
    const search = new URLSearchParams()
    for (const [key, value] of Object.entries(query ?? {})) search.set(key, String(value))
    const target = fillPath(operation.path, params) + (search.size > 0 ? `?${search}` : '')
    const request = (): Promise<Response> =>
      fetch(url + target, {
        method: operation.method,
        redirect: 'manual',
        headers: {
          ...(session.cookie && { cookie: session.cookie }),
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(payload !== undefined && { body: payload }),
      })
    const isExpecting503 = [status].flat().includes(503)
    let reply = await request()
    for (let tries = 0; reply.status === 503 && !isExpecting503 && tries < MAX_TRIES; tries += 1) {
      await reply.arrayBuffer()
      await delay(Number(reply.headers.get('retry-after') ?? 1) * 1_000)
      reply = await request()
    }
    const text = await reply.text()
    storeCookies(reply.headers)
    const context = `${name} (${target}) ${reply.status}`
    const received = { status: reply.status, contentType: reply.headers.get('content-type'), text }
    records.deviations.push(...operation.deviationsOf(received).map((deviation) => `${context}: ${deviation}`))
    const isExpected = status === undefined ? isSuccess(reply.status) : [status].flat().includes(reply.status)
    if (!isExpected) records.deviations.push(`${context}: expected ${status ?? 'success'}, got ${text.slice(0, 300)}`)
    const statuses = records.seenStatuses.get(name) ?? new Set()
    records.seenStatuses.set(name, statuses.add(reply.status))
    // A request with the ETag gets 304, unless the data have changed meanwhile.
    const tag = reply.headers.get('etag')
    if (tag && isSuccess(reply.status) && operation.statuses.includes('304') && !statuses.has(304))
      if (headers?.['if-none-match'] === undefined) {
        records.unconfirmed304.set(name, () => send(name, input))
        await send(name, { ...input, headers: { ...headers, 'if-none-match': tag } })
      }
    if (statuses.has(304)) records.unconfirmed304.delete(name)
    const isJson = reply.headers.get('content-type')?.startsWith('application/json') ?? false
    return { status: reply.status, headers: reply.headers, text, body: isJson && text !== '' ? JSON.parse(text) : text }
  }
  const call: Call = async <Body>(name: string, input?: CallInput) => (await send(name, input)).body as Body
  return Object.assign(call, { send })
}

export type Caller = ReturnType<typeof createCaller>
