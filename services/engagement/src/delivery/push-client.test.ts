import { createECDH } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startPushService } from '@purple-sector/testing/servers/push-service'
import { expect, onTestFinished, test } from 'vitest'
import { createPushClient } from './push-client.ts'

const keyPair = createECDH('prime256v1')
keyPair.generateKeys()
const vapid = { publicKey: keyPair.getPublicKey('base64url'), privateKey: keyPair.getPrivateKey('base64url') }
const payload = { id: 7, type: 'session', title: 'Race 1 has moved', message: 'At 14:05.', link: null } as const

/** Sends a push to a local push service with the given handler. */
const pushTo = async (handleRequest: RequestListener, options: { allowPrivate: boolean; maxMs?: number }) => {
  const server = createServer(handleRequest)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const pushService = await startPushService()
  const client = createPushClient({ vapid, contact: 'mailto:a@tips.test', maxMs: 500, ...options })
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await client.close()
    await pushService.close()
  })
  const { keys } = pushService.browser()
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}/push`
  return client.send({ endpoint, ...keys }, payload, { timeToLive: 60, isUrgent: false })
}

test('retries later when the push service does not reply', async () => {
  expect(await pushTo(() => {}, { allowPrivate: true })).toMatchObject({ kind: 'retry', afterSeconds: 0 })
})

test('accepts a push whose reply trickles, without waiting for its end', async () => {
  let writeInterval: NodeJS.Timeout | undefined
  onTestFinished(() => clearInterval(writeInterval))
  const outcome = await pushTo(
    (_request, response) => {
      response.writeHead(201).flushHeaders()
      writeInterval = setInterval(() => response.write('.'), 50)
    },
    { allowPrivate: true, maxMs: 3_000 },
  )
  expect(outcome).toEqual({ kind: 'accepted' })
})

test('reports a refusal with the start of the reply', async () => {
  const body = `{"reason":"BadJwtToken"}\n${'x'.repeat(100_000)}`
  const outcome = await pushTo((_request, response) => response.writeHead(403).end(body), {
    allowPrivate: true,
    maxMs: 30_000,
  })
  expect(outcome).toEqual({
    kind: 'refused',
    reason: `the push service answered 403: {"reason":"BadJwtToken"} ${'x'.repeat(175)}`,
  })
})

test('reports a refusal although the reply times out', async () => {
  const handleRequest: RequestListener = (_request, response) => response.writeHead(410).write('{"rea')
  expect(await pushTo(handleRequest, { allowPrivate: true, maxMs: 3_000 })).toEqual({ kind: 'gone' })
})

test('blocks an address in a private network without a request', async () => {
  let requests = 0
  const outcome = await pushTo(
    (_request, response) => {
      requests += 1
      response.writeHead(201).end()
    },
    { allowPrivate: false },
  )
  expect(outcome).toMatchObject({ kind: 'blocked' })
  expect(requests).toBe(0)
})
