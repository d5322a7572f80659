import { setImmediate as nextTurn } from 'node:timers/promises'
import { silentLogger } from '@purple-sector/service-kit'
import { replyToError } from '@purple-sector/service-kit/http/error-handler'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createYieldToEventLoop, loadShedding } from './load-shedding.ts'

const log = silentLogger()
const warn = vi.spyOn(log, 'warn')

let clock: number
let app: FastifyInstance
let url: string
/** Awaited between the first check and the second. */
let between: (() => Promise<void>) | undefined
/** `begun` resolves when a request is in flight; resolving `answer` completes it. */
let started = Promise.withResolvers<void>()
let answer = Promise.withResolvers<void>()

beforeEach(async () => {
  clock = 0
  between = undefined
  started = Promise.withResolvers()
  answer = Promise.withResolvers()
  warn.mockClear()
  const load = loadShedding({
    limits: { concurrency: 1, maxWaitMs: 100, burst: 0 },
    log,
    now: () => clock,
  })
  app = Fastify()
  app.setErrorHandler(replyToError)
  app.addHook('onRequest', (_request, _reply, done) => done(load.rejectionOf('tips')))
  app.addHook('preHandler', async (request, reply) => {
    await between?.()
    await load.acquireShare('tips', request.id, reply.raw)
    const rejection = load.acquireSlot('tips', request.raw, reply.raw)
    if (rejection) throw rejection
  })
  app.post('/', async () => {
    started.resolve()
    await answer.promise
    return {}
  })
  app.post('/again', async (_request, reply) => reply.code(429).send({}))
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  answer.resolve()
  await app.close()
})

const come = () => fetch(url, { method: 'POST' })

test('rejects a write when the backlog is full', async () => {
  const first = come()
  await started.promise
  const rejected = await come()
  expect(rejected.status).toBe(503)
  expect(await rejected.json()).toMatchObject({ code: 'OVERLOADED', message: expect.stringContaining('wasn’t saved') })
  answer.resolve()
  expect((await first).status).toBe(200)
})

test('does not count a 429 for the rate of replies', async () => {
  expect((await fetch(`${url}/again`, { method: 'POST' })).status).toBe(429)
  const first = come()
  await started.promise
  const rejected = await come()
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '10'])
  answer.resolve()
  await first
})

test('rejects the second of two requests before it is forwarded', async () => {
  const [both, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let count = 0
  between = () => {
    count += 1
    if (count === 2) both.resolve()
    return gate.promise
  }
  const replies = [come(), come()]
  await both.promise
  gate.resolve()
  const rejected = await Promise.race(replies)
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '10'])
  answer.resolve()
  expect((await Promise.all(replies)).map(({ status }) => status).toSorted()).toEqual([200, 503])
})

test('logs load shedding once a minute', async () => {
  const first = come()
  await started.promise
  await come()
  expect(warn).toHaveBeenCalledTimes(1)
  clock += 60_000
  await come()
  expect(warn).toHaveBeenCalledTimes(2)
  expect(warn).toHaveBeenLastCalledWith(
    { event: 'load_shedding.active', what: 'tips', inFlight: 1 },
    expect.any(String),
  )
  answer.resolve()
  await first
})

test('resumes many callers a few at a time, in order, with other work in between', async () => {
  const yieldToEventLoop = createYieldToEventLoop()
  const done: string[] = []
  const all = Array.from({ length: 10 }, (_, position) =>
    yieldToEventLoop().then(() => void done.push(`message ${position}`)),
  )
  const other = async () => {
    await nextTurn()
    await nextTurn()
    done.push('a tip')
  }
  await Promise.all([...all, other()])
  const messages = done.filter((each) => each !== 'a tip')
  expect(messages).toEqual(Array.from({ length: 10 }, (_, position) => `message ${position}`))
  expect(done.indexOf('a tip')).toBeLessThan(done.length - 1)
})

test('resumes later callers after those that wait, or alone', async () => {
  const yieldToEventLoop = createYieldToEventLoop()
  const done: string[] = []
  const come = (name: string) => yieldToEventLoop().then(() => void done.push(name))
  const five = ['a', 'b', 'c', 'd', 'e'].map(come)
  await nextTurn()
  await Promise.all([...five, come('f')])
  await come('g')
  expect(done).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
})
