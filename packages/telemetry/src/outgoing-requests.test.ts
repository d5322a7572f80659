import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { recordSpans } from '@purple-sector/testing/record-spans'
import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { currentTraceparent, inTraceOf } from './trace.ts'

const SAMPLED = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }
const received: IncomingHttpHeaders[] = []
const server = createServer((incoming, response) => {
  received.push(incoming.headers)
  response.writeHead(incoming.url?.startsWith('/failing') ? 503 : 200).end()
})
let origin: string
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(() => {
  received.length = 0
})

const send = async (path: string, headers: Record<string, string> = {}) => {
  const { body } = await request(`${origin}${path}`, { headers })
  await body.dump()
}
const sendInTrace = (path: string) => send(path, { traceparent: currentTraceparent() ?? '' })

test('makes the span of a call the parent of the service that answers it', async () => {
  const spans = await recordSpans(() =>
    inTraceOf(SAMPLED, () => sendInTrace('/internal/clock?secret=1'), { name: 'request', kind: 'server' }),
  )
  const [client, caller] = spans
  expect(client).toMatchObject({ name: 'GET', kind: 3, parentSpanId: caller?.spanId })
  expect(received.map(({ traceparent }) => traceparent)).toEqual([`00-${'a'.repeat(32)}-${client?.spanId}-01`])
  expect(client?.attributes).toMatchObject({ 'url.full': `${origin}/internal/clock`, 'url.query': '' })
})

test('reveals neither the address of another host nor our trace to it', async () => {
  const spans = await recordSpans(() =>
    inTraceOf(SAMPLED, () => send('/failing/secret-subscription?token=1'), { name: 'delivery' }),
  )
  expect(spans[0]).toMatchObject({ name: 'GET', status: { code: 2 }, attributes: { 'url.full': `${origin}/` } })
  expect(JSON.stringify(spans[0]?.attributes)).not.toMatch(/secret|token/)
  expect(received[0]).not.toHaveProperty('traceparent')
})

test('records no request outside of recorded spans', async () => {
  const spans = await recordSpans(async () => {
    await send('/internal/clock')
    await inTraceOf({}, () => sendInTrace('/internal/clock'), { name: 'request' })
  })
  expect(spans).toEqual([])
  expect(received[1]?.traceparent).toMatch(/-00$/)
})
