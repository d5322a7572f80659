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
import { currentTraceId } from './trace.ts'

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

/** No consumer of another test wants this type: a bus that stores a copy per consumer is slow with large events. */
const pinned = defineState({ ...changed, type: 'chat.note-pinned.v1' })

const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })

/** An event as a relay publishes it. */
const event = (board: string, text: string, over: Partial<StateEvent> = {}): StateEvent => ({
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
  ...over,
})

/** A fact with the same subject and key. */
const fact = (board: string, text: string): FactEvent => {
  const { sequence: _sequence, republish: _republish, ...envelope } = event(board, text)
  return { ...envelope, type: sent.type }
}

const textOf = ({ data }: DomainEvent): string => changed.data.parse(data).text

/** Declares the contract tests for one adapter. */
export const describeEventBus = (name: string, open: (database: TestDatabase) => Promise<TestBus>): void => {
  describe(name, () => {
    let state: TestDatabase
    let under: TestBus
    const opened: { stop?(): Promise<void>; close?(): Promise<void> }[] = []

    const bus = async (options?: { maxEventBytes?: number }): Promise<EventBus> => {
      const fresh = await under.openBus(options)
      opened.push(fresh)
      return fresh
    }
    const keep = <T extends { stop(): Promise<void> }>(running: T): T => {
      opened.push(running)
      return running
    }
    const wanting = (over: Pick<BusSubscription, 'handle'> & Partial<BusSubscription>): BusSubscription => ({
      consumer: `reader-${randomUUID()}`,
      events: [changed, sent],
      mode: 'durable',
      ...over,
    })
    const collect = (seen: string[]) => async (received: DomainEvent) => void seen.push(textOf(received))
    const write = (board: string, text: string, note = board) =>
      state.database.transaction((sql) => outbox(sql).append(changed, { note, board, text }))

    beforeAll(async () => {
      state = await createTestDatabase({ service: 'chat' })
      await state.database.raw('create table notes (note text primary key, board text not null, text text not null)')
      under = await open(state)
    })
    afterEach(async () => {
      for (const running of opened.splice(0).reverse()) await (running.stop?.() ?? running.close?.())
      await state.database.raw('truncate notes, outbox, outbox_subjects, outbox_keys, outbox_dead_letters')
    })
    afterAll(async () => {
      await under?.close()
      await state?.drop()
    })

    test('delivers every event, in order within a key', async () => {
      const carrier = await bus()
      const seen: string[] = []
      await carrier.subscribe(wanting({ handle: collect(seen) }))
      const boards = ['a', 'b', 'c', 'd', 'e']
      for (let round = 0; round < 20; round++)
        await carrier.publish(
          boards.flatMap((board) => [event(board, `${board}${round}x`), event(board, `${board}${round}y`)]),
        )
      await expect.poll(() => seen.length).toBe(200)
      for (const board of boards) {
        const expected = Array.from({ length: 20 }, (_, round) => [`${board}${round}x`, `${board}${round}y`]).flat()
        expect(seen.filter((text) => text.startsWith(board))).toEqual(expected)
      }
    })

    test('delivers only subscribed types', async () => {
      const carrier = await bus()
      const seen: string[] = []
      await carrier.subscribe(wanting({ handle: collect(seen) }))
      await carrier.publish([event('a', 'other', { type: 'chat.note-read.v1' }), event('a', 'wanted')])
      await expect.poll(() => seen).toEqual(['wanted'])
    })

    test.each(['durable', 'broadcast'] as const)('runs a %s handler in the trace of its event', async (mode) => {
      const carrier = await bus()
      const traces: unknown[] = []
      await carrier.subscribe(wanting({ mode, handle: async () => void traces.push(currentTraceId()) }))
      await carrier.publish([event('a', 'x', { traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` })])
      await expect.poll(() => traces).toEqual(['1'.repeat(32)])
    })

    test('delivers events published while a durable subscriber was stopped', async () => {
      const subscription = wanting({ handle: async () => {} })
      const first = await bus()
      await (await first.subscribe(subscription)).stop()
      await first.publish([event('a', 'one'), event('b', 'two')])
      await first.close()
      const seen: string[] = []
      await (await bus()).subscribe({ ...subscription, handle: collect(seen) })
      await expect.poll(() => seen.toSorted()).toEqual(['one', 'two'])
    })

    test('delivers all later events to a broadcast subscriber in every process', async () => {
      const [here, there] = [await bus(), await bus()]
      await here.publish([event('a', 'before')])
      const seen: string[] = []
      const ended: string[] = []
      await here.subscribe(wanting({ mode: 'broadcast', handle: collect(seen) }))
      const other = await here.subscribe(wanting({ mode: 'broadcast', handle: collect(ended) }))
      await here.publish([event('a', 'one'), event('a', 'two')])
      await expect
        .poll(() => [seen, ended])
        .toEqual([
          ['one', 'two'],
          ['one', 'two'],
        ])
      await other.stop()
      await here.publish([event('a', 'three')])
      await expect.poll(() => seen).toEqual(['one', 'two', 'three'])
      expect(ended).toEqual(['one', 'two'])
      await there.close()
    })

    test('retries a failing event while its key waits', async () => {
      const carrier = await bus()
      const seen: string[] = []
      let failures = 2
      const handle = async (received: DomainEvent) => {
        seen.push(textOf(received))
        if (textOf(received) === 'one' && failures-- > 0) throw new Error('not now')
      }
      await carrier.subscribe(wanting({ handle }))
      await carrier.publish([event('a', 'one'), event('a', 'two')])
      await expect.poll(() => seen).toEqual(['one', 'one', 'one', 'two'])
    })

    test('handles waiting facts of a key in one batch, and one by one where the batch fails', async () => {
      const carrier = await bus()
      const [seen, batchHandler]: [string[], string[][]] = [[], []]
      let gate = Promise.withResolvers<void>()
      const subscription = wanting({
        async handle(received) {
          const text = textOf(received)
          seen.push(text)
          if (text === 'alone') await gate.promise
          if (text === 'poison') throw permanent('cannot be read')
        },
        batchHandler: {
          types: new Set([sent.type]),
          async handle(received) {
            const texts = received.map(textOf)
            batchHandler.push(texts)
            if (texts.includes('poison')) throw new Error('one of these')
            seen.push(...texts)
          },
        },
      })
      await carrier.subscribe(subscription)
      /** Publishes these while an earlier event is being handled. */
      const gather = async (texts: string[]) => {
        seen.length = 0
        gate = Promise.withResolvers()
        await carrier.publish([fact('a', 'alone')])
        await expect.poll(() => seen).toEqual(['alone'])
        await carrier.publish([...texts.map((text) => fact('a', text)), fact('b', 'elsewhere')])
        gate.resolve()
        await expect.poll(() => seen.filter((text) => text !== 'elsewhere')).toEqual(['alone', ...texts])
        await expect.poll(() => seen).toContain('elsewhere')
      }
      await gather(['one', 'two'])
      await gather(['three', 'poison', 'four'])
      expect(batchHandler).toEqual([
        ['one', 'two'],
        ['three', 'poison', 'four'],
      ])
      const [letter, ...others] = await under.deadLetters(subscription.consumer)
      expect([letter?.error, others]).toEqual(['cannot be read', []])
    })

    test('dead-letters a permanent failure at once, continues its key, and redrives it', async () => {
      const carrier = await bus()
      const seen: string[] = []
      let isMended = false
      const handle = async (received: DomainEvent) => {
        if (textOf(received) === 'poison' && !isMended) throw permanent('cannot be read')
        seen.push(textOf(received))
      }
      const bystander: string[] = []
      const subscription = wanting({ handle })
      await carrier.subscribe(subscription)
      await carrier.subscribe(wanting({ handle: collect(bystander) }))
      await carrier.publish([event('a', 'poison'), event('a', 'next')])
      await expect.poll(() => seen).toEqual(['next'])
      expect(await under.deadLetters(subscription.consumer)).toMatchObject([
        { error: 'cannot be read', event: { data: { text: 'poison' } } },
      ])
      isMended = true
      expect(await under.redrive(subscription.consumer)).toBe(1)
      await expect.poll(() => seen).toEqual(['next', 'poison'])
      expect(await under.redrive(subscription.consumer)).toBe(0)
      await expect.poll(() => bystander).toEqual(['poison', 'next'])
    })

    test('dead-letters an event after its last try and calls onDeadLetter', async () => {
      const carrier = await bus()
      let tries = 0
      const handle = async () => {
        tries += 1
        throw new Error('never')
      }
      const onDeadLetter = vi.fn(async () => {})
      const subscription = wanting({ handle, onDeadLetter })
      await carrier.subscribe(subscription)
      await carrier.publish([event('a', 'one')])
      await expect.poll(() => under.deadLetters(subscription.consumer)).toHaveLength(1)
      expect(tries).toBe(quickRetries.maxTries)
      await expect.poll(() => onDeadLetter.mock.calls.length).toBe(1)
    })

    test('does not block a subscriber by the failures of another', async () => {
      const carrier = await bus()
      const seen: string[] = []
      const fail = async () => {
        throw new Error('always')
      }
      await carrier.subscribe(wanting({ handle: fail }))
      await carrier.subscribe(wanting({ handle: collect(seen) }))
      await carrier.publish(['one', 'two', 'three'].map((text) => event('a', text)))
      await expect.poll(() => seen).toEqual(['one', 'two', 'three'])
    })

    /** A consumer that records handled texts; `poison` fails permanently until the consumer is fixed. */
    const listening = async (shared?: EventBus) => {
      const carrier = shared ?? (await bus())
      const consumer = `reader-${randomUUID()}`
      const texts: string[] = []
      let isMended = false
      const handle = async ({ data }: { data: { text: string } }) => {
        if (data.text === 'poison' && !isMended) throw permanent('cannot be read')
        texts.push(data.text)
      }
      const reactions = [on(changed, handle), on(sent, handle)]
      keep(await startConsumer({ bus: carrier, database: state.database, consumer, reactions, log }))
      const mend = () => {
        isMended = true
      }
      return { carrier, consumer, texts, mend }
    }

    test('handles an event once that is delivered twice', async () => {
      const { carrier, texts } = await listening()
      const [state, twice] = [event('a', 'state'), fact('a', 'fact')]
      await carrier.publish([state])
      await carrier.publish([state, event('a', 'next state', { sequence: 2 })])
      await expect.poll(() => texts).toEqual(['state', 'next state'])
      await carrier.publish([twice])
      await carrier.publish([twice, fact('a', 'next fact')])
      await expect.poll(() => texts).toEqual(['state', 'next state', 'fact', 'next fact'])
    })

    test('skips an older state that arrives after a newer one', async () => {
      const { carrier, texts } = await listening()
      const at = (sequence: number, text: string) => event('a', text, { sequence })
      await carrier.publish([at(2, 'second'), at(1, 'first'), at(2, 'second again'), at(3, 'third')])
      await expect.poll(() => texts).toEqual(['second', 'third'])
    })

    test('handles every fact once per consumer, including facts with the same key and subject', async () => {
      const first = await listening()
      const second = await listening(first.carrier)
      const facts = Array.from({ length: 20 }, (_, n) => fact('a', `${n}`))
      await first.carrier.publish(facts)
      await first.carrier.publish(facts.slice(5))
      await first.carrier.publish([fact('a', 'last')])
      const expected = [...facts.map(textOf), 'last']
      await expect.poll(() => first.texts).toEqual(expected)
      await expect.poll(() => second.texts).toEqual(expected)
      expect(await state.database('projections').whereIn('consumer', [first.consumer, second.consumer])).toEqual([])
    })

    test('handles a fact that is redriven after newer ones', async () => {
      const { carrier, consumer, texts, mend } = await listening()
      await carrier.publish([fact('a', 'poison'), fact('a', 'newer')])
      await expect.poll(() => texts).toEqual(['newer'])
      await expect.poll(() => under.deadLetters(consumer)).toMatchObject([{ event: { data: { text: 'poison' } } }])
      mend()
      expect(await under.redrive(consumer)).toBe(1)
      await expect.poll(() => texts).toEqual(['newer', 'poison'])
    })

    test('skips a state that is redriven after a newer one', async () => {
      const { carrier, consumer, texts, mend } = await listening()
      await carrier.publish([event('a', 'poison'), event('a', 'newer', { sequence: 2 })])
      await expect.poll(() => texts).toEqual(['newer'])
      await expect.poll(() => under.deadLetters(consumer)).toHaveLength(1)
      mend()
      expect(await under.redrive(consumer)).toBe(1)
      const ids = () => state.database('inbox').where({ consumer })
      await expect.poll(ids).toHaveLength(2)
      expect(texts).toEqual(['newer'])
    })

    test('returns a redriven event that fails again to the dead letters of its original topic', async () => {
      const { carrier, consumer, texts } = await listening()
      await carrier.publish([fact('a', 'poison')])
      await expect.poll(() => under.deadLetters(consumer)).toHaveLength(1)
      expect(await under.redrive(consumer)).toBe(1)
      await expect.poll(() => under.deadLetters(consumer)).toMatchObject([{ topic: sent.topic }])
      expect(texts).toEqual([])
    })

    test('publishes facts without a sequence row of their subject', async () => {
      const { carrier, texts } = await listening()
      keep(startRelay({ database: state.database, bus: carrier, service: 'chat', log }))
      const append = (text: string) =>
        state.database.transaction((sql) => outbox(sql).append(sent, { note: 'a', board: 'a', text }))
      for (const text of ['1', '2', '3']) await append(text)
      await expect.poll(() => texts).toEqual(['1', '2', '3'])
      expect(await state.database('outbox_subjects')).toEqual([])
    })

    test('dead-letters an event that breaks its definition, without any effect', async () => {
      const carrier = await bus()
      const consumer = `reader-${randomUUID()}`
      const reaction = on(changed, async () => {})
      keep(await startConsumer({ bus: carrier, database: state.database, consumer, reactions: [reaction], log }))
      await carrier.publish([event('a', 'x', { data: { note: 1 } })])
      await expect.poll(() => under.deadLetters(consumer)).toHaveLength(1)
      expect(await state.database('inbox').where({ consumer })).toEqual([])
    })

    test('publishes an event in the next process that was committed before a crash', async () => {
      await write('a', 'committed')
      const carrier = await bus()
      const seen: string[] = []
      await carrier.subscribe(wanting({ handle: collect(seen) }))
      keep(startRelay({ database: state.database, bus: carrier, service: 'chat', log }))
      await expect.poll(() => seen).toEqual(['committed'])
      await expect.poll(() => state.database('outbox')).toEqual([])
    })

    test('rejects an event above MAX_EVENT_BYTES permanently', async () => {
      const carrier = await bus()
      const large = event('a', 'x'.repeat(MAX_EVENT_BYTES))
      const refusal = await carrier.publish([event('b', 'small'), large]).catch((error: unknown) => error)
      expect(isPermanent(refusal)).toBe(true)
      expect(String(refusal)).toContain(`a bus takes ${MAX_EVENT_BYTES} at most`)
    })

    test('delivers an event just below MAX_EVENT_BYTES', async () => {
      const carrier = await bus()
      const seen: string[] = []
      await carrier.subscribe(wanting({ events: [pinned], handle: collect(seen) }))
      const large = 'x'.repeat(MAX_EVENT_BYTES - 1_000)
      await carrier.publish([event('a', large, { type: pinned.type })])
      await expect.poll(() => seen.length).toBe(1)
      expect(seen[0] === large).toBe(true)
    })

    test('dead-letters an event the bus never accepts, publishes the others in order, and redrives it once it fits', async () => {
      const narrow = await bus({ maxEventBytes: 5_000 })
      const seen: string[] = []
      const subscription = wanting({ handle: collect(seen) })
      const running = await narrow.subscribe(subscription)
      const large = 'x'.repeat(6_000)
      for (const text of ['1', '2', large, '3']) await write('a', text, `note-${text.slice(0, 1)}`)
      const relay = startRelay({ database: state.database, bus: narrow, service: 'chat', log })
      await expect.poll(() => new Set(seen)).toEqual(new Set(['1', '2', '3']))
      await expect.poll(() => state.database('outbox')).toEqual([])
      expect(seen.filter((text, index) => seen.indexOf(text) === index)).toEqual(['1', '2', '3'])
      expect(await readOutboxDeadLetters(state.database)).toMatchObject([
        {
          event: { type: changed.type, subject: 'note/note-x', key: 'board/a', sequence: 1 },
          bytes: expect.any(Number),
        },
      ])
      await relay.stop()
      await running.stop()

      const wide = await bus()
      await wide.subscribe(subscription)
      keep(startRelay({ database: state.database, bus: wide, service: 'chat', log }))
      expect(await redriveOutbox(state.database)).toBe(1)
      await expect.poll(() => seen.at(-1)).toBe(large)
      await expect.poll(() => state.database('outbox')).toEqual([])
      expect(await readOutboxDeadLetters(state.database)).toEqual([])
    })

    test('publishes events of one key in commit order under concurrent transactions', async () => {
      const carrier = await bus()
      const seen: DomainEvent[] = []
      await carrier.subscribe(wanting({ handle: async (received) => void seen.push(received) }))
      keep(startRelay({ database: state.database, bus: carrier, service: 'chat', log }))
      const writer = (n: number) =>
        state.database.transaction(async (sql) => {
          await outbox(sql).append(changed, { note: `${n % 3}`, board: `${n % 3}`, text: `${n}` })
          await sql.raw('select pg_sleep(?)', [(n % 4) / 200])
        })
      await Promise.all(Array.from({ length: 60 }, (_, n) => writer(n)))
      await expect.poll(() => seen.length).toBe(60)
      for (const board of ['0', '1', '2']) {
        const sequences = seen.filter(({ key }) => key === `board/${board}`).map(({ sequence }) => sequence)
        expect(sequences).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
      }
    })

    test('bootstraps a later subscriber from the owner before it is ready', async () => {
      const carrier = await bus()
      keep(startRelay({ database: state.database, bus: carrier, service: 'chat', log }))
      for (const note of ['n1', 'n2', 'n3']) {
        await state.database('notes').insert({ note, board: 'a', text: `${note} now` })
        await write('a', `${note} before`, note)
      }
      await expect.poll(() => state.database('outbox')).toEqual([])
      const owner = [
        republishes(changed, async (sql, cursor) => {
          const states = await sql('notes')
            .where('note', '>', cursor ?? '')
            .orderBy('note')
            .limit(2)
          return { states, next: states.length === 2 ? states[1]?.note : undefined }
        }),
      ]
      const copies = new Map<string, string>()
      const asked = vi.fn((_owner: string, requestId: string, types: readonly string[]) =>
        republish(state.database, owner, { requestId, types }),
      )
      const start = (consumer: string) =>
        startConsumer({
          bus: carrier,
          database: state.database,
          consumer,
          reactions: [on({ ...changed }, async ({ data }) => void copies.set(data.note, data.text))],
          log,
          requestRepublish: asked,
        })
      const consumer = `reader-${randomUUID()}`
      const late = await start(consumer)
      await expect.poll(() => late.isReady()).toBe(true)
      expect(Object.fromEntries(copies)).toEqual({ n1: 'n1 now', n2: 'n2 now', n3: 'n3 now' })
      await late.stop()
      const again = keep(await start(consumer))
      await expect.poll(() => again.isReady()).toBe(true)
      expect(asked).toHaveBeenCalledTimes(1)
    })

    test('waits for the event in flight on stop and delivers the rest at the next start', async () => {
      const carrier = await bus()
      const seen: string[] = []
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      const { promise: entered, resolve: enter } = Promise.withResolvers<void>()
      const handle = async (received: DomainEvent) => {
        enter()
        await released
        seen.push(textOf(received))
      }
      const subscription = wanting({ handle })
      const running = await carrier.subscribe(subscription)
      await carrier.publish(['one', 'two', 'three'].map((text) => event('a', text)))
      await entered
      const stopped = running.stop()
      release()
      await stopped
      const beforeStop = [...seen]
      expect(beforeStop).toContain('one')
      await carrier.close()
      await (await bus()).subscribe({ ...subscription, handle: collect(seen) })
      await expect.poll(() => [...new Set(seen)]).toEqual(['one', 'two', 'three'])
    })

    test('takes over from a frozen relay within 10 s, in order per key', async () => {
      const carrier = await bus()
      const seen: DomainEvent[] = []
      // An event published but not yet removed when its relay froze is published again by the next relay.
      const heard = () => new Set(seen.map(({ id }) => id)).size
      const subscription = wanting({ handle: async (received) => void seen.push(received) })
      await carrier.subscribe(subscription)
      const script = fileURLToPath(new URL('./contract-suite-relay.ts', import.meta.url))
      const first = fork(script, [], { env: { ...process.env, ...under.environment, SERVICE_DATABASE_URL: state.url } })
      try {
        await write('a', '0')
        await expect.poll(heard).toBe(1)
        first.kill('SIGSTOP')
        const frozenAt = performance.now()
        keep(startRelay({ database: state.database, bus: carrier, service: 'chat', log }))
        await write('a', '1')
        await expect.poll(heard).toBe(2)
        // The lease takes six seconds of it: the rest is too short for dozens of writes and deliveries.
        expect(performance.now() - frozenAt).toBeLessThan(10_000)
        for (let n = 2; n <= 20; n++) await write('a', `${n}`)
        await expect.poll(heard).toBe(21)
        first.kill('SIGCONT')
        for (let n = 21; n <= 40; n++) await write('a', `${n}`)
        await expect.poll(heard).toBe(41)
        const firstSeen = seen.filter(({ id }, index) => seen.findIndex((other) => other.id === id) === index)
        expect(firstSeen.map(textOf)).toEqual(Array.from({ length: 41 }, (_, n) => `${n}`))
      } finally {
        first.kill('SIGKILL')
      }
    })
  })
}
