import { createECDH } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startPushService } from '@purple-sector/testing/servers/push-service'
import { expect, onTestFinished, test } from 'vitest'
import { createPushClient } from './push-client.ts'

const pair = createECDH('prime256v1')
pair.generateKeys()
const vapid = { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') }
const payload = { id: 7, type: 'session', title: 'Race 1 has moved', message: 'At 14:05.', link: null } as const

/** Pushes to a service that answers so. */
const pushTo = async (answer: RequestListener, options: { allowPrivate: boolean; maxMs?: number }) => {
  const server = createServer(answer)
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

test('a push service that does not answer is asked again later', async () => {
  expect(await pushTo(() => {}, { allowPrivate: true })).toMatchObject({ kind: 'later', afterSeconds: 0 })
})

test('one that has taken it and lets the rest of its reply trickle is left', async () => {
  let trickling: NodeJS.Timeout | undefined
  onTestFinished(() => clearInterval(trickling))
  const outcome = await pushTo(
    (_request, response) => {
      response.writeHead(201).flushHeaders()
      trickling = setInterval(() => response.write('.'), 50)
    },
    { allowPrivate: true, maxMs: 3_000 },
  )
  expect(outcome).toEqual({ kind: 'taken' })
})

test('a refusal comes with the first words of its reply', async () => {
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

test('a refusal whose reply is not completed in time is a refusal', async () => {
  const answer: RequestListener = (_request, response) => response.writeHead(410).write('{"rea')
  expect(await pushTo(answer, { allowPrivate: true, maxMs: 3_000 })).toEqual({ kind: 'gone' })
})

test('an address in a private network is given up, and never asked', async () => {
  let asked = 0
  const outcome = await pushTo(
    (_request, response) => {
      asked += 1
      response.writeHead(201).end()
    },
    { allowPrivate: false },
  )
  expect(outcome).toMatchObject({ kind: 'blocked' })
  expect(asked).toBe(0)
})
