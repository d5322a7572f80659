/*
 * Contract of the event bus, deliberately in one file: every adapter runs all of it, and a guarantee that is not tested
 * here does not exist.
 */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import {
  type DomainEvent,
  defineFact,
  defineState,
  type FactEvent,
  type StateEvent,
} from '@purple-sector/contracts/event'
import { currentTraceId } from '@purple-sector/telemetry/trace'
import { createTestDatabase, type TestDatabase } from '@purple-sector/testing'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { MAX_EVENT_BYTES } from './event-json.ts'
import { isPermanent } from './failures.ts'
import {
  type BusSubscription,
  type EventBus,
  on,
  outbox,
  permanent,
  republish,
  republishes,
  startConsumer,
  startRelay,
} from './index.ts'
import { readOutboxDeadLetters, redriveOutbox } from './outbox/outbox-dead-letters.ts'
import type { RetryPolicy } from './retry.ts'

/** A bus adapter under test. Every `openBus` acts as a process of its own on the shared state. */
export type TestBus = {
  openBus(options?: { maxEventBytes?: number }): Promise<EventBus>
  deadLetters(consumer: string): Promise<{ topic: string; event: DomainEvent | undefined; error: string }[]>
  redrive(consumer: string): Promise<number>
  /** Environment of `contract-suite-relay.ts`, so that it reaches the same bus. */
  environment: Record<string, string>
  close(): Promise<void>
}

/** Retries that are short enough for tests. */
export const quickRetries: Partial<RetryPolicy> = { maxTries: 4, firstDelayMs: 20, maxDelayMs: 200 }

const changed = defineState({
  type: 'chat.note-changed.v1',
  owner: 'chat',
  data: z.object({ note: z.string(), board: z.string(), text: z.string() }),
  subject: ({ note }) => `note/${note}`,
  key: ({ board }) => `board/${board}`,
})

const sent = defineFact({ ...changed, type: 'chat.note-sent.v1' })

/** Only one test subscribes to this type, because a bus that stores a copy per consumer is slow with large events. */
const pinned = defineState({ ...changed, type: 'chat.note-pinned.v1' })

const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })

/** An event as a relay publishes it. */
const event = (board: string, text: string, overrides: Partial<StateEvent> = {}): StateEvent => ({
  specversion: '1.0',
  id: randomUUID(),
  source: '/chat',
  type: changed.type,
  subject: `note/${board}`,
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  data: { note: board, board, text },
  key: `board/${board}`,
  sequence: 1,
  ...overrides,
})

/** A fact with the same subject and key. */
const fact = (board: string, text: string): FactEvent => {
  const { sequence: _sequence, republish: _republish, ...envelope } = event(board, text)
  return { ...envelope, type: sent.type }
}

const textOf = ({ data }: DomainEvent): string => changed.data.parse(data).text

/** Declares the contract tests for one adapter. */
export const describeEventBus = (name: string, createTestBus: (database: TestDatabase) => Promise<TestBus>): void => {
  describe(name, () => {
    let testDatabase: TestDatabase
    let testBus: TestBus
    const resources: { stop?(): Promise<void>; close?(): Promise<void> }[] = []

    const openBus = async (options?: { maxEventBytes?: number }): Promise<EventBus> => {
      const bus = await testBus.openBus(options)
      resources.push(bus)
      return bus
    }
    const trackResource = <T extends { stop(): Promise<void> }>(running: T): T => {
      resources.push(running)
      return running
    }
    const subscriptionWith = (
      overrides: Pick<BusSubscription, 'handle'> & Partial<BusSubscription>,
    ): BusSubscription => ({
      consumer: `reader-${randomUUID()}`,
      events: [changed, sent],
      mode: 'durable',
      ...overrides,
    })
    const collect = (handled: string[]) => async (received: DomainEvent) => void handled.push(textOf(received))
    const write = (board: string, text: string, note = board) =>
      testDatabase.database.transaction((sql) => outbox(sql).append(changed, { note, board, text }))

    beforeAll(async () => {
      testDatabase = await createTestDatabase({ service: 'chat' })
      await testDatabase.database.raw(
        'create table notes (note text primary key, board text not null, text text not null)',
      )
      testBus = await createTestBus(testDatabase)
    })
    afterEach(async () => {
      for (const running of resources.splice(0).reverse()) await (running.stop?.() ?? running.close?.())
      await testDatabase.database.raw('truncate notes, outbox, outbox_subjects, outbox_keys, outbox_dead_letters')
    })
    afterAll(async () => {
      await testBus?.close()
      await testDatabase?.drop()
    })

    test('delivers every event, in order within a key', async () => {
      const bus = await openBus()
      const handled: string[] = []
      await bus.subscribe(subscriptionWith({ handle: collect(handled) }))
      const boards = ['a', 'b', 'c', 'd', 'e']
      for (let round = 0; round < 20; round++)
        await bus.publish(
          boards.flatMap((board) => [event(board, `${board}${round}x`), event(board, `${board}${round}y`)]),
        )
      await expect.poll(() => handled.length).toBe(200)
      for (const board of boards) {
        const expected = Array.from({ length: 20 }, (_, round) => [`${board}${round}x`, `${board}${round}y`]).flat()
        expect(handled.filter((text) => text.startsWith(board))).toEqual(expected)
      }
    })

    test('delivers only subscribed types', async () => {
      const bus = await openBus()
      const handled: string[] = []
      await bus.subscribe(subscriptionWith({ handle: collect(handled) }))
      await bus.publish([event('a', 'other', { type: 'chat.note-read.v1' }), event('a', 'wanted')])
      await expect.poll(() => handled).toEqual(['wanted'])
    })

    test.each(['durable', 'broadcast'] as const)('runs a %s handler in the trace of its event', async (mode) => {
      const bus = await openBus()
      const traces: unknown[] = []
      await bus.subscribe(subscriptionWith({ mode, handle: async () => void traces.push(currentTraceId()) }))
      await bus.publish([event('a', 'x', { traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` })])
      await expect.poll(() => traces).toEqual(['1'.repeat(32)])
    })

    test('delivers events published while a durable subscriber was stopped', async () => {
      const subscription = subscriptionWith({ handle: async () => {} })
      const first = await openBus()
      await (await first.subscribe(subscription)).stop()
      await first.publish([event('a', 'one'), event('b', 'two')])
      await first.close()
      const handled: string[] = []
      await (await openBus()).subscribe({ ...subscription, handle: collect(handled) })
      await expect.poll(() => handled.toSorted()).toEqual(['one', 'two'])
    })

    test('delivers later events to every broadcast subscriber, and none to a stopped one', async () => {
      const [first, second] = [await openBus(), await openBus()]
      await first.publish([event('a', 'before')])
      const handled: string[] = []
      const handledBeforeStop: string[] = []
      await first.subscribe(subscriptionWith({ mode: 'broadcast', handle: collect(handled) }))
      const stopped = await first.subscribe(subscriptionWith({ mode: 'broadcast', handle: collect(handledBeforeStop) }))
      await first.publish([event('a', 'one'), event('a', 'two')])
      await expect
        .poll(() => [handled, handledBeforeStop])
        .toEqual([
          ['one', 'two'],
          ['one', 'two'],
        ])
      await stopped.stop()
      await first.publish([event('a', 'three')])
      await expect.poll(() => handled).toEqual(['one', 'two', 'three'])
      expect(handledBeforeStop).toEqual(['one', 'two'])
      await second.close()
    })

    test('retries a failing event before it delivers the next event of the key', async () => {
      const bus = await openBus()
      const handled: string[] = []
      let failures = 2
      const handle = async (received: DomainEvent) => {
        handled.push(textOf(received))
        if (textOf(received) === 'one' && failures-- > 0) throw new Error('not now')
      }
      await bus.subscribe(subscriptionWith({ handle }))
      await bus.publish([event('a', 'one'), event('a', 'two')])
      await expect.poll(() => handled).toEqual(['one', 'one', 'one', 'two'])
    })

    test('handles waiting facts of a key in one batch, and one by one if the batch fails', async () => {
      const bus = await openBus()
      const [handled, batches]: [string[], string[][]] = [[], []]
      let gate = Promise.withResolvers<void>()
      const subscription = subscriptionWith({
        async handle(received) {
          const text = textOf(received)
          handled.push(text)
          if (text === 'alone') await gate.promise
          if (text === 'poison') throw permanent('cannot be read')
        },
        batchHandler: {
          types: new Set([sent.type]),
          async handle(received) {
            const texts = received.map(textOf)
            batches.push(texts)
            if (texts.includes('poison')) throw new Error('one of these')
            handled.push(...texts)
          },
        },
      })
      await bus.subscribe(subscription)
      /** Publishes these while an earlier event is being handled. */
      const publishDuringHandling = async (texts: string[]) => {
        handled.length = 0
        gate = Promise.withResolvers()
        await bus.publish([fact('a', 'alone')])
        await expect.poll(() => handled).toEqual(['alone'])
        await bus.publish([...texts.map((text) => fact('a', text)), fact('b', 'elsewhere')])
        gate.resolve()
        await expect.poll(() => handled.filter((text) => text !== 'elsewhere')).toEqual(['alone', ...texts])
        await expect.poll(() => handled).toContain('elsewhere')
      }
      await publishDuringHandling(['one', 'two'])
      await publishDuringHandling(['three', 'poison', 'four'])
      expect(batches).toEqual([
        ['one', 'two'],
        ['three', 'poison', 'four'],
      ])
      const [letter, ...furtherLetters] = await testBus.deadLetters(subscription.consumer)
      expect([letter?.error, furtherLetters]).toEqual(['cannot be read', []])
    })

    test('dead-letters an event that fails permanently without a retry, delivers the next event of its key, and redrives it to its consumer only', async () => {
      const bus = await openBus()
      const handled: string[] = []
      let isFixed = false
      const handle = async (received: DomainEvent) => {
        if (textOf(received) === 'poison' && !isFixed) throw permanent('cannot be read')
        handled.push(textOf(received))
      }
      const handledByOther: string[] = []
      const subscription = subscriptionWith({ handle })
      await bus.subscribe(subscription)
      await bus.subscribe(subscriptionWith({ handle: collect(handledByOther) }))
      await bus.publish([event('a', 'poison'), event('a', 'next')])
      await expect.poll(() => handled).toEqual(['next'])
      expect(await testBus.deadLetters(subscription.consumer)).toMatchObject([
        { error: 'cannot be read', event: { data: { text: 'poison' } } },
      ])
      isFixed = true
      expect(await testBus.redrive(subscription.consumer)).toBe(1)
      await expect.poll(() => handled).toEqual(['next', 'poison'])
      expect(await testBus.redrive(subscription.consumer)).toBe(0)
      await expect.poll(() => handledByOther).toEqual(['poison', 'next'])
    })

    test('dead-letters an event after its last try and calls onDeadLetter', async () => {
      const bus = await openBus()
      let tries = 0
      const handle = async () => {
        tries += 1
        throw new Error('never')
      }
      const onDeadLetter = vi.fn(async () => {})
      const subscription = subscriptionWith({ handle, onDeadLetter })
      await bus.subscribe(subscription)
      await bus.publish([event('a', 'one')])
      await expect.poll(() => testBus.deadLetters(subscription.consumer)).toHaveLength(1)
      expect(tries).toBe(quickRetries.maxTries)
      await expect.poll(() => onDeadLetter.mock.calls.length).toBe(1)
    })

    test('delivers to a subscriber while another one fails', async () => {
      const bus = await openBus()
      const handled: string[] = []
      const fail = async () => {
        throw new Error('always')
      }
      await bus.subscribe(subscriptionWith({ handle: fail }))
      await bus.subscribe(subscriptionWith({ handle: collect(handled) }))
      await bus.publish(['one', 'two', 'three'].map((text) => event('a', text)))
      await expect.poll(() => handled).toEqual(['one', 'two', 'three'])
    })

    /** Starts a consumer that records handled texts; `poison` fails permanently until `fix` is called. */
    const startRecordingConsumer = async (sharedBus?: EventBus) => {
      const bus = sharedBus ?? (await openBus())
      const consumer = `reader-${randomUUID()}`
      const texts: string[] = []
      let isFixed = false
      const handle = async ({ data }: { data: { text: string } }) => {
        if (data.text === 'poison' && !isFixed) throw permanent('cannot be read')
        texts.push(data.text)
      }
      const handlers = [on(changed, handle), on(sent, handle)]
      trackResource(await startConsumer({ bus, database: testDatabase.database, consumer, handlers, log }))
      const fix = () => {
        isFixed = true
      }
      return { bus, consumer, texts, fix }
    }

    test('handles an event once that is delivered twice', async () => {
      const { bus, texts } = await startRecordingConsumer()
      const [state, repeatedFact] = [event('a', 'state'), fact('a', 'fact')]
      await bus.publish([state])
      await bus.publish([state, event('a', 'next state', { sequence: 2 })])
      await expect.poll(() => texts).toEqual(['state', 'next state'])
      await bus.publish([repeatedFact])
      await bus.publish([repeatedFact, fact('a', 'next fact')])
      await expect.poll(() => texts).toEqual(['state', 'next state', 'fact', 'next fact'])
    })

    test('skips an older state that arrives after a newer one', async () => {
      const { bus, texts } = await startRecordingConsumer()
      const stateAt = (sequence: number, text: string) => event('a', text, { sequence })
      await bus.publish([stateAt(2, 'second'), stateAt(1, 'first'), stateAt(2, 'second again'), stateAt(3, 'third')])
      await expect.poll(() => texts).toEqual(['second', 'third'])
    })

    test('handles every fact once per consumer, including facts with the same key and subject', async () => {
      const first = await startRecordingConsumer()
      const second = await startRecordingConsumer(first.bus)
      const facts = Array.from({ length: 20 }, (_, n) => fact('a', `${n}`))
      await first.bus.publish(facts)
      await first.bus.publish(facts.slice(5))
      await first.bus.publish([fact('a', 'last')])
      const expected = [...facts.map(textOf), 'last']
      await expect.poll(() => first.texts).toEqual(expected)
      await expect.poll(() => second.texts).toEqual(expected)
      expect(await testDatabase.database('projections').whereIn('consumer', [first.consumer, second.consumer])).toEqual(
        [],
      )
    })

    test('handles a fact that is redriven after newer ones', async () => {
      const { bus, consumer, texts, fix } = await startRecordingConsumer()
      await bus.publish([fact('a', 'poison'), fact('a', 'newer')])
      await expect.poll(() => texts).toEqual(['newer'])
      await expect.poll(() => testBus.deadLetters(consumer)).toMatchObject([{ event: { data: { text: 'poison' } } }])
      fix()
      expect(await testBus.redrive(consumer)).toBe(1)
      await expect.poll(() => texts).toEqual(['newer', 'poison'])
    })

    test('skips a state that is redriven after a newer one', async () => {
      const { bus, consumer, texts, fix } = await startRecordingConsumer()
      await bus.publish([event('a', 'poison'), event('a', 'newer', { sequence: 2 })])
      await expect.poll(() => texts).toEqual(['newer'])
      await expect.poll(() => testBus.deadLetters(consumer)).toHaveLength(1)
      fix()
      expect(await testBus.redrive(consumer)).toBe(1)
      const inboxRows = () => testDatabase.database('inbox').where({ consumer })
      await expect.poll(inboxRows).toHaveLength(2)
      expect(texts).toEqual(['newer'])
    })

    test('returns a redriven event that fails again to the dead letters of its original topic', async () => {
      const { bus, consumer, texts } = await startRecordingConsumer()
      await bus.publish([fact('a', 'poison')])
      await expect.poll(() => testBus.deadLetters(consumer)).toHaveLength(1)
      expect(await testBus.redrive(consumer)).toBe(1)
      await expect.poll(() => testBus.deadLetters(consumer)).toMatchObject([{ topic: sent.topic }])
      expect(texts).toEqual([])
    })

    test('publishes facts without a sequence row of their subject', async () => {
      const { bus, texts } = await startRecordingConsumer()
      trackResource(startRelay({ database: testDatabase.database, bus, service: 'chat', log }))
      const append = (text: string) =>
        testDatabase.database.transaction((sql) => outbox(sql).append(sent, { note: 'a', board: 'a', text }))
      for (const text of ['1', '2', '3']) await append(text)
      await expect.poll(() => texts).toEqual(['1', '2', '3'])
      expect(await testDatabase.database('outbox_subjects')).toEqual([])
    })

    test('dead-letters an event that breaks its definition, without an inbox row', async () => {
      const bus = await openBus()
      const consumer = `reader-${randomUUID()}`
      const handler = on(changed, async () => {})
      trackResource(await startConsumer({ bus, database: testDatabase.database, consumer, handlers: [handler], log }))
      await bus.publish([event('a', 'x', { data: { note: 1 } })])
      await expect.poll(() => testBus.deadLetters(consumer)).toHaveLength(1)
      expect(await testDatabase.database('inbox').where({ consumer })).toEqual([])
    })

    test('publishes an event that was committed while no relay ran, once a relay starts', async () => {
      await write('a', 'committed')
      const bus = await openBus()
      const handled: string[] = []
      await bus.subscribe(subscriptionWith({ handle: collect(handled) }))
      trackResource(startRelay({ database: testDatabase.database, bus, service: 'chat', log }))
      await expect.poll(() => handled).toEqual(['committed'])
      await expect.poll(() => testDatabase.database('outbox')).toEqual([])
    })

    test('rejects an event above MAX_EVENT_BYTES permanently', async () => {
      const bus = await openBus()
      const large = event('a', 'x'.repeat(MAX_EVENT_BYTES))
      const error = await bus.publish([event('b', 'small'), large]).catch((reason: unknown) => reason)
      expect(isPermanent(error)).toBe(true)
      expect(String(error)).toContain(`the limit is ${MAX_EVENT_BYTES}`)
    })

    test('delivers an event just below MAX_EVENT_BYTES', async () => {
      const bus = await openBus()
      const handled: string[] = []
      await bus.subscribe(subscriptionWith({ events: [pinned], handle: collect(handled) }))
      const large = 'x'.repeat(MAX_EVENT_BYTES - 1_000)
      await bus.publish([event('a', large, { type: pinned.type })])
      await expect.poll(() => handled.length).toBe(1)
      expect(handled[0] === large).toBe(true)
    })

    test('dead-letters an event the bus never accepts, publishes the other events in order, and redrives it when it fits', async () => {
      const smallBus = await openBus({ maxEventBytes: 5_000 })
      const handled: string[] = []
      const subscription = subscriptionWith({ handle: collect(handled) })
      const running = await smallBus.subscribe(subscription)
      const large = 'x'.repeat(6_000)
      for (const text of ['1', '2', large, '3']) await write('a', text, `note-${text.slice(0, 1)}`)
      const relay = startRelay({ database: testDatabase.database, bus: smallBus, service: 'chat', log })
      await expect.poll(() => new Set(handled)).toEqual(new Set(['1', '2', '3']))
      await expect.poll(() => testDatabase.database('outbox')).toEqual([])
      expect(handled.filter((text, index) => handled.indexOf(text) === index)).toEqual(['1', '2', '3'])
      expect(await readOutboxDeadLetters(testDatabase.database)).toMatchObject([
        {
          event: { type: changed.type, subject: 'note/note-x', key: 'board/a', sequence: 1 },
          bytes: expect.any(Number),
        },
      ])
      await relay.stop()
      await running.stop()

      const largeBus = await openBus()
      await largeBus.subscribe(subscription)
      trackResource(startRelay({ database: testDatabase.database, bus: largeBus, service: 'chat', log }))
      expect(await redriveOutbox(testDatabase.database)).toBe(1)
      await expect.poll(() => handled.at(-1)).toBe(large)
      await expect.poll(() => testDatabase.database('outbox')).toEqual([])
      expect(await readOutboxDeadLetters(testDatabase.database)).toEqual([])
    })

    test('publishes events of one key in commit order under concurrent transactions', async () => {
      const bus = await openBus()
      const handled: DomainEvent[] = []
      await bus.subscribe(subscriptionWith({ handle: async (received) => void handled.push(received) }))
      trackResource(startRelay({ database: testDatabase.database, bus, service: 'chat', log }))
      const writer = (n: number) =>
        testDatabase.database.transaction(async (sql) => {
          await outbox(sql).append(changed, { note: `${n % 3}`, board: `${n % 3}`, text: `${n}` })
          await sql.raw('select pg_sleep(?)', [(n % 4) / 200])
        })
      await Promise.all(Array.from({ length: 60 }, (_, n) => writer(n)))
      await expect.poll(() => handled.length).toBe(60)
      for (const board of ['0', '1', '2']) {
        const sequences = handled.filter(({ key }) => key === `board/${board}`).map(({ sequence }) => sequence)
        expect(sequences).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
      }
    })

    test('is ready only once the owner has republished its states to a new consumer, and requests them once', async () => {
      const bus = await openBus()
      trackResource(startRelay({ database: testDatabase.database, bus, service: 'chat', log }))
      for (const note of ['n1', 'n2', 'n3']) {
        await testDatabase.database('notes').insert({ note, board: 'a', text: `${note} now` })
        await write('a', `${note} before`, note)
      }
      await expect.poll(() => testDatabase.database('outbox')).toEqual([])
      const republishers = [
        republishes(changed, async (sql, cursor) => {
          const states = await sql('notes')
            .where('note', '>', cursor ?? '')
            .orderBy('note')
            .limit(2)
          return { states, next: states.length === 2 ? states[1]?.note : undefined }
        }),
      ]
      const copies = new Map<string, string>()
      const requestRepublish = vi.fn((_owner: string, requestId: string, types: readonly string[]) =>
        republish(testDatabase.database, republishers, { requestId, types }),
      )
      const start = (consumer: string) =>
        startConsumer({
          bus,
          database: testDatabase.database,
          consumer,
          handlers: [on({ ...changed }, async ({ data }) => void copies.set(data.note, data.text))],
          log,
          requestRepublish,
        })
      const consumer = `reader-${randomUUID()}`
      const first = await start(consumer)
      await expect.poll(() => first.isReady()).toBe(true)
      expect(Object.fromEntries(copies)).toEqual({ n1: 'n1 now', n2: 'n2 now', n3: 'n3 now' })
      await first.stop()
      const again = trackResource(await start(consumer))
      await expect.poll(() => again.isReady()).toBe(true)
      expect(requestRepublish).toHaveBeenCalledTimes(1)
    })

    test('waits for the event in flight on stop and delivers the rest at the next start', async () => {
      const bus = await openBus()
      const handled: string[] = []
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      const { promise: started, resolve: markStarted } = Promise.withResolvers<void>()
      const handle = async (received: DomainEvent) => {
        markStarted()
        await released
        handled.push(textOf(received))
      }
      const subscription = subscriptionWith({ handle })
      const running = await bus.subscribe(subscription)
      await bus.publish(['one', 'two', 'three'].map((text) => event('a', text)))
      await started
      const stopped = running.stop()
      release()
      await stopped
      const beforeStop = [...handled]
      expect(beforeStop).toContain('one')
      await bus.close()
      await (await openBus()).subscribe({ ...subscription, handle: collect(handled) })
      await expect.poll(() => [...new Set(handled)]).toEqual(['one', 'two', 'three'])
    })

    test('takes over from a frozen relay within 10 s, and publishes in order after the frozen one resumes', async () => {
      const bus = await openBus()
      const handled: DomainEvent[] = []
      // An event published but not yet removed when its relay froze is published again by the next relay.
      const countHandled = () => new Set(handled.map(({ id }) => id)).size
      const subscription = subscriptionWith({ handle: async (received) => void handled.push(received) })
      await bus.subscribe(subscription)
      const script = fileURLToPath(new URL('./contract-suite-relay.ts', import.meta.url))
      const first = fork(script, [], {
        env: { ...process.env, ...testBus.environment, SERVICE_DATABASE_URL: testDatabase.url },
      })
      try {
        await write('a', '0')
        await expect.poll(countHandled).toBe(1)
        first.kill('SIGSTOP')
        const frozenAt = performance.now()
        trackResource(startRelay({ database: testDatabase.database, bus, service: 'chat', log }))
        await write('a', '1')
        await expect.poll(countHandled).toBe(2)
        // The lease expires after LEASE_TTL_MS, 5 s: the rest of the 10 s is too short for dozens of writes and deliveries.
        expect(performance.now() - frozenAt).toBeLessThan(10_000)
        for (let n = 2; n <= 20; n++) await write('a', `${n}`)
        await expect.poll(countHandled).toBe(21)
        first.kill('SIGCONT')
        for (let n = 21; n <= 40; n++) await write('a', `${n}`)
        await expect.poll(countHandled).toBe(41)
        const withoutRepetitions = handled.filter(
          ({ id }, index) => handled.findIndex((event) => event.id === id) === index,
        )
        expect(withoutRepetitions.map(textOf)).toEqual(Array.from({ length: 41 }, (_, n) => `${n}`))
      } finally {
        first.kill('SIGKILL')
      }
    })
  })
}
