import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebhookReceiver } from '../../test/webhook-receiver.ts'
import { createWebhookClient } from './webhook-client.ts'

let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
const unrestrictedClient = createWebhookClient({ allowPrivate: true, timeoutMs: 30_000 })
const publicOnlyClient = createWebhookClient({ allowPrivate: false, timeoutMs: 30_000 })
/** For a receiver that never replies. */
const impatientClient = createWebhookClient({ allowPrivate: true, timeoutMs: 400 })
/** For one that never ends its reply: long enough for the reply to begin. */
const shortTimeoutClient = createWebhookClient({ allowPrivate: true, timeoutMs: 3_000 })
beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  await receiver.close()
  for (const client of [unrestrictedClient, publicOnlyClient, impatientClient, shortTimeoutClient]) await client.close()
})

const body = '{"id":"1","type":"test","at":"2026-11-21T03:00:00.000Z","data":{}}'
const sendTo = (path: string, client = unrestrictedClient) =>
  client.send({ url: receiver.urlOf(path), secrets: ['whsec_1'], body })

test('delivers a signed request by any 2xx', async () => {
  receiver.setSecret('/good', 'whsec_1')
  expect(await sendTo('/good')).toEqual({ status: 204, error: null })
  expect(receiver.deliveriesAt('/good')).toHaveLength(1)
})

test('fails with another secret', async () => {
  receiver.setSecret('/other', 'whsec_2')
  expect(await sendTo('/other')).toEqual({ status: 401, error: 'Answered 401.' })
})

test('reports a redirect without following it', async () => {
  receiver.setReply('/moved', (response) => response.writeHead(307, { location: '/inner' }).end())
  expect(await sendTo('/moved')).toEqual({ status: 307, error: 'Answered a redirect, which is not followed.' })
  expect(receiver.requestsAt('/inner')).toBe(0)
})

test('times out on a receiver that does not reply', async () => {
  receiver.setReply('/hangs', () => {})
  expect(await sendTo('/hangs', impatientClient)).toEqual({ status: null, error: 'No answer within 5 s.' })
})

test('does not read a reply that never ends', async () => {
  receiver.setReply('/talks', (response) => {
    response.writeHead(200)
    const writeChunks = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', writeChunks)
    writeChunks()
  })
  receiver.setReply('/trickles', (response) => response.writeHead(200).write('.'))
  expect(await sendTo('/talks')).toEqual({ status: 200, error: null })
  expect(await sendTo('/trickles', shortTimeoutClient)).toEqual({ status: 200, error: null })
})

test('reports a receiver that cannot be reached', async () => {
  const closedReceiver = await startWebhookReceiver()
  await closedReceiver.close()
  expect(await unrestrictedClient.send({ url: closedReceiver.urlOf('/'), secrets: ['s'], body })).toEqual({
    status: null,
    error: 'Not reached: ECONNREFUSED.',
  })
})

test('does not reach a private network, by address or by name, and does not retry', async () => {
  const requestsBefore = receiver.requestsAt('/good')
  const privateAddressFailure = { status: null, error: 'The address is not of the public internet.', isPermanent: true }
  expect(await sendTo('/good', publicOnlyClient)).toEqual(privateAddressFailure)
  const url = receiver.urlOf('/good').replace('127.0.0.1', 'localhost')
  expect(await publicOnlyClient.send({ url, secrets: ['whsec_1'], body })).toEqual(privateAddressFailure)
  expect(receiver.requestsAt('/good')).toBe(requestsBefore)
})
