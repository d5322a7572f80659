import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defineCall } from '@purple-sector/contracts/call'
import { idParams, idSchema } from '@purple-sector/contracts/common'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { httpCalls, inProcessCalls } from '../calls/internal-calls.ts'
import { callsBy } from '../calls/rpc.ts'
import { busy, conflict, notFound } from '../errors.ts'
import { silentLogger } from '../logger.ts'
import { createApp } from './app.ts'
import type { App } from './app-type.ts'
import { registerInternalRoute } from './internal-route.ts'

const SECRET = 'a secret of at least thirty-two characters'

const closeRace = defineCall({
  service: 'tipping',
  method: 'POST',
  path: '/internal/races/:id/close',
  params: idParams,
  query: z.object({ groupId: idSchema.optional() }),
  request: z.object({ by: z.string().min(1) }),
  reply: z.object({ raceId: z.number(), by: z.string(), caller: z.string(), groupId: z.number().nullable() }),
  callers: ['weekends', 'admin'],
  reason: 'an example of a call with everything a call can have',
  timeoutMs: 10_000,
})

const readHanging = defineCall({
  service: 'tipping',
  method: 'GET',
  path: '/internal/hanging',
  reply: z.object({}),
  callers: ['admin'],
  reason: 'an example of a call without a reply',
  timeoutMs: 50,
})

let app: App
let url: string

beforeAll(async () => {
  app = createApp({
    service: 'tipping',
    log: silentLogger(),
    verifyIdentity: async () => undefined,
    internalSecret: SECRET,
  })
  registerInternalRoute(app, closeRace, ({ params: { id }, query: { groupId }, request: { by } }, { caller }) => {
    if (id === 404) throw notFound('RACE_NOT_FOUND', 'There’s no such race.')
    if (id === 409) throw conflict('CLOSED', 'It is closed.')
    return { raceId: id, by, caller, groupId: groupId ?? null }
  })
  registerInternalRoute(app, readHanging, () => new Promise(() => {}))
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  app.server.closeAllConnections()
  await app.close()
})

const inProcess = (caller: string) => inProcessCalls({ caller, secret: SECRET, apps: new Map([['tipping', app]]) })
const overHttp = (caller: string) => httpCalls({ caller, secret: SECRET, urls: { tipping: url } })
const input = { params: { id: 7 }, request: { by: 'chief' } }

for (const [transport, callsOf] of [
  ['in process', inProcess],
  ['over HTTP', overHttp],
] as const) {
  test(`${transport}, handles a call by its definition and returns the reply`, async () => {
    const outcome = await callsOf('admin').request(closeRace, { ...input, query: { groupId: 3 } })
    expect(outcome).toEqual({ kind: 'reply', reply: { raceId: 7, by: 'chief', caller: 'admin', groupId: 3 } })
  })

  test(`${transport}, distinguishes not found from not installed`, async () => {
    const notFoundOutcome = await callsOf('admin').request(closeRace, { ...input, params: { id: 404 } })
    expect(notFoundOutcome).toEqual({ kind: 'not-found' })
    const notInstalledOutcome = await callsOf('admin').request({ ...closeRace, service: 'groups' }, input)
    expect(notInstalledOutcome).toEqual({ kind: 'not-installed' })
  })

  test(`${transport}, rejects a call that a service of another version does not know`, async () => {
    const unknownCall = { ...closeRace, path: '/internal/races/:id/unknown' as const }
    await expect(callsOf('admin').request(unknownCall, input)).rejects.toMatchObject({ kind: 'unavailable' })
  })

  test(`${transport}, rejects an invalid or missing reply as unavailable`, async () => {
    const failing = [
      callsOf('admin').request(closeRace, { ...input, params: { id: 409 } }),
      callsOf('admin').request(closeRace, { ...input, request: { by: '' } }),
      callsOf('admin').request({ ...closeRace, reply: z.object({ raceId: z.string() }) }, input),
      callsOf('admin').request(readHanging, {}),
      callsOf('admin').request(readHanging, {}, { timeoutMs: 10 }),
    ]
    for (const { status, reason } of (await Promise.allSettled(failing)) as PromiseRejectedResult[]) {
      expect(status).toBe('rejected')
      expect(reason).toMatchObject({ kind: 'unavailable' })
    }
  })

  test(`${transport}, rejects a signed caller that the definition does not name`, async () => {
    const { status } = await callsOf('identity').call('tipping', {
      method: 'POST',
      path: '/internal/races/7/close',
      body: { by: 'chief' },
    })
    expect(status).toBe(403)
    await expect(callsOf('identity').request(closeRace, input)).rejects.toMatchObject({ kind: 'unavailable' })
  })
}

const storeNote = defineCall({
  service: 'tipping',
  method: 'POST',
  path: '/internal/notes',
  request: z.object({ note: z.string() }),
  reply: z.object({ isStored: z.boolean() }),
  callers: ['groups'],
  reason: 'an example of an idempotent call',
  timeoutMs: 10_000,
  isIdempotent: true,
})

/** Starts a replica that closes its connection, then one that is shutting down, then one that replies. */
const startReplacedReplica = async () => {
  let tries = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      tries += 1
      if (tries === 1) request.socket.destroy()
      else if (tries === 2) response.writeHead(503).end(JSON.stringify({ code: 'UNAVAILABLE' }))
      else response.end(JSON.stringify({ isStored: true }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const calls = httpCalls({ caller: 'groups', secret: SECRET, urls: { tipping: `http://127.0.0.1:${port}` } })
  return { calls, tries: () => tries }
}

test('retries only an idempotent call until a replica replies', async () => {
  const request = { note: 'left' }
  const retried = await startReplacedReplica()
  expect(await retried.calls.request(storeNote, { request })).toEqual({ kind: 'reply', reply: { isStored: true } })
  expect(retried.tries()).toBe(3)
  const sentOnce = await startReplacedReplica()
  const { isIdempotent: _, ...nonIdempotentCall } = storeNote
  await expect(sentOnce.calls.request(nonIdempotentCall, { request })).rejects.toMatchObject({ kind: 'unavailable' })
  expect(sentOnce.tries()).toBe(1)
})

test('retries an idempotent call on another replica after the timeout of its definition', async () => {
  const timeouts: number[] = []
  const calls = callsBy({
    async call(_service, { timeoutMs = 0 }) {
      timeouts.push(timeoutMs)
      if (timeouts.length === 1) throw busy(new Error('it hangs'))
      return { status: 200, body: { isStored: true } }
    },
  })
  await calls.request({ ...storeNote, timeoutMs: 2_000 }, { request: { note: 'left' } }, { timeoutMs: 10_000 })
  expect(timeouts).toEqual([2_000, 2_000])
})

test('stops retrying an idempotent call after its total timeout, and at once when it is rejected', async () => {
  let tries = 0
  const requestWithStatus = (status: number) =>
    callsBy({
      async call() {
        tries += 1
        return { status, body: undefined }
      },
    }).request(storeNote, { request: { note: 'left' } }, { timeoutMs: 600 })
  await expect(requestWithStatus(503)).rejects.toMatchObject({ kind: 'unavailable' })
  expect(tries).toBeGreaterThan(1)
  tries = 0
  await expect(requestWithStatus(403)).rejects.toMatchObject({ kind: 'unavailable' })
  expect(tries).toBe(1)
})

test('uses the timeout of the caller, else that of the definition', async () => {
  const timeouts: unknown[] = []
  const calls = callsBy({
    async call(_service, { timeoutMs }) {
      timeouts.push(timeoutMs)
      return { status: 404, body: undefined }
    },
  })
  await calls.request(closeRace, input, { timeoutMs: 30 })
  await calls.request(closeRace, input)
  expect(timeouts).toEqual([30, 10_000])
})
