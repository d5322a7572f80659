import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebhookReceiver } from '../../test/webhook-receiver.ts'
import { createWebhookClient } from './webhook-client.ts'

let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
const open = createWebhookClient({ allowPrivate: true, timeoutMs: 30_000 })
const guarded = createWebhookClient({ allowPrivate: false, timeoutMs: 30_000 })
/** For a receiver that never replies. */
const hurried = createWebhookClient({ allowPrivate: true, timeoutMs: 400 })
/** For one that never ends its reply: long enough for the reply to begin. */
const brief = createWebhookClient({ allowPrivate: true, timeoutMs: 3_000 })
beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  await receiver.close()
  for (const client of [open, guarded, hurried, brief]) await client.close()
})

const body = '{"id":"1","type":"test","at":"2026-11-21T03:00:00.000Z","data":{}}'
const sendTo = (path: string, client = open) => client.send({ url: receiver.at(path), secrets: ['whsec_1'], body })

test('delivers a signed request by any 2xx', async () => {
  receiver.knows('/good', 'whsec_1')
  expect(await sendTo('/good')).toEqual({ status: 204, error: null })
  expect(receiver.deliveriesAt('/good')).toHaveLength(1)
})

test('fails with another secret', async () => {
  receiver.knows('/other', 'whsec_2')
  expect(await sendTo('/other')).toEqual({ status: 401, error: 'Answered 401.' })
})

test('reports a redirect without following it', async () => {
  receiver.answers('/moved', (response) => response.writeHead(307, { location: '/inner' }).end())
  expect(await sendTo('/moved')).toEqual({ status: 307, error: 'Answered a redirect, which is not followed.' })
  expect(receiver.requestsAt('/inner')).toBe(0)
})

test('times out on a receiver that does not reply', async () => {
  receiver.answers('/hangs', () => {})
  expect(await sendTo('/hangs', hurried)).toEqual({ status: null, error: 'No answer within 5 s.' })
})

test('does not read a reply that never ends', async () => {
  receiver.answers('/talks', (response) => {
    response.writeHead(200)
    const talk = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', talk)
    talk()
  })
  receiver.answers('/trickles', (response) => response.writeHead(200).write('.'))
  expect(await sendTo('/talks')).toEqual({ status: 200, error: null })
  expect(await sendTo('/trickles', brief)).toEqual({ status: 200, error: null })
})

test('reports a receiver that cannot be reached', async () => {
  const gone = await startWebhookReceiver()
  await gone.close()
  expect(await open.send({ url: gone.at('/'), secrets: ['s'], body })).toEqual({
    status: null,
    error: 'Not reached: ECONNREFUSED.',
  })
})

test('does not reach a private network, by address or by name, and does not retry', async () => {
  const asked = receiver.requestsAt('/good')
  const refused = { status: null, error: 'The address is not of the public internet.', isPermanent: true }
  expect(await sendTo('/good', guarded)).toEqual(refused)
  const url = receiver.at('/good').replace('127.0.0.1', 'localhost')
  expect(await guarded.send({ url, secrets: ['whsec_1'], body })).toEqual(refused)
  expect(receiver.requestsAt('/good')).toBe(asked)
})
