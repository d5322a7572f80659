import { messageSent } from '@purple-sector/contracts/chat/events'
import type { Message, Room } from '@purple-sector/contracts/chat/http'
import { withTrace } from '@purple-sector/telemetry/trace'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Person, startChat, type TestChat } from '../../test/create-test-chat.ts'
import { sendMessage } from './send-message.ts'

const waitOptions = { timeout: 30_000 }

let chat: TestChat
let ann: Person
let bob: Person
beforeAll(async () => {
  chat = await startChat()
  ann = await chat.createPerson({ username: 'ann' })
  bob = await chat.createPerson({ username: 'bob' })
})
afterAll(() => chat?.close())

type Refusal = { code: string; message: string; until?: string }
const newRoom = async (): Promise<string> => `/api/weekends/${(await chat.createWeekend()).id}/chat`
const send = (person: Person, path: string, message: unknown, key?: string) =>
  person.call<Message & Refusal>('POST', path, { message }, key === undefined ? {} : { 'idempotency-key': key })
const readMessages = async (path: string, query = ''): Promise<Message[]> =>
  (await ann.call<Message[]>('GET', `${path}${query}`)).body

describe('the text of a message', () => {
  test.each([
    ['1,000 characters', 'x'.repeat(1_000), 'x'.repeat(1_000)],
    ['spaces around 1,000', `  ${'x'.repeat(1_000)}\n`, 'x'.repeat(1_000)],
    ['emoji, joined ones too', 'Go 🏁 👨‍👩‍👧', 'Go 🏁 👨‍👩‍👧'],
    ['accents in one form', 'Cafe\u0301', 'Caf\u00e9'],
    ['line breaks and tabs', 'One\r\nTwo\tThree', 'One Two Three'],
    ['line breaks of other kinds', 'One\u2028Two\u2029Three\u0085Four\vFive\fSix', 'One Two Three Four Five Six'],
    ['control characters', 'a\u0007b\u001b[31m\u202ed', 'ab[31md'],
    ['a link', 'See https://example.org/?a=<b>', 'See https://example.org/?a=<b>'],
  ])('accepts a text of %s', async (_, text, stored) => {
    const path = await newRoom()
    expect(await send(ann, path, text)).toMatchObject({ status: 201, body: { message: stored } })
    expect(await readMessages(path)).toMatchObject([{ message: stored }])
  })

  test.each([
    ['1,001 characters', 'x'.repeat(1_001)],
    ['far too many', 'x'.repeat(9_000)],
    ['none', ''],
    ['spaces alone', ' \n\t '],
    ['control characters alone', '\u0007\u200e'],
    ['a space of no width alone', ' \u200b\u2060 '],
    ['letters that are blank alone', '\u3164\u2800'],
    ['joiners and tags of emoji alone', '\u200d\ufe0f\u{e0041}'],
    ['half a character', '\ud83c'],
    ['NUL', 'a\u0000b'],
    ['a number', 5],
    ['null', null],
  ])('rejects a text of %s', async (_, text) => {
    const path = await newRoom()
    expect(await send(ann, path, text)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
    expect(await readMessages(path)).toEqual([])
  })
})

describe('a page of messages', () => {
  test('returns the newest messages, those before an id, or the first after one, oldest first', async () => {
    const { id } = await chat.createWeekend()
    const path = `/api/weekends/${id}/chat`
    await chat.insertMessages({ type: 'weekend', id }, ann, 250)
    expect(await readMessages(path, '?limit=50&after=1')).toHaveLength(50)
    const last = (await readMessages(path, '?limit=1'))[0]?.id ?? 0
    const ids = async (query: string) => (await readMessages(path, query)).map((message) => message.id - last)
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, nth) => from + nth)
    expect(await ids('')).toEqual(range(-99, 0))
    expect(await ids('?limit=200')).toEqual(range(-199, 0))
    expect(await ids(`?limit=3&before=${last - 10}`)).toEqual([-13, -12, -11])
    expect(await ids(`?limit=3&after=${last - 10}`)).toEqual([-9, -8, -7])
    expect(await ids(`?after=${last}`)).toEqual([])
    expect(await ids(`?after=99999999999&limit=5`)).toEqual([])
    expect(await ids('?limit=2&before=99999999999')).toEqual([-1, 0])
    expect(await ids(`?before=${last - 249}`)).toEqual([])
  })

  test.each(['limit=0', 'limit=201', 'limit=x', 'before=0', 'after=-1', 'before=5&after=4', 'limit=1.5'])(
    'rejects the query %s',
    async (query) => {
      expect(await ann.call('GET', `${await newRoom()}?${query}`)).toMatchObject({ status: 400 })
    },
  )

  test('returns 404 for an unknown weekend and 401 without a session', async () => {
    expect(await ann.call('GET', '/api/weekends/999999/chat')).toMatchObject({
      ...{ status: 404, body: { code: 'WEEKEND_NOT_FOUND' } },
    })
    expect(await chat.visitor('GET', await newRoom())).toMatchObject({ status: 401 })
  })
})

describe('concurrent messages in a room', () => {
  test('are stored in one order that events, pages and counts share, and appear only after messages already read', async () => {
    const { id: roomId } = await chat.createWeekend()
    const path = `/api/weekends/${roomId}/chat`
    const crowd = await Promise.all(Array.from({ length: 50 }, () => chat.createPerson()))
    let areAllSent = false
    const pollMessages = async (): Promise<number[]> => {
      const ids: number[] = []
      for (let isLast = false; !isLast; ) {
        isLast = areAllSent
        const page = await readMessages(path, `?limit=200&after=${ids.at(-1) ?? 1}`)
        ids.push(...page.map(({ id }) => id))
      }
      return ids
    }
    const polledIds = pollMessages()
    const replies = await Promise.all(
      crowd.flatMap((person, index) => [0, 1, 2, 3].map((nth) => send(person, path, `${index}.${nth}`))),
    )
    areAllSent = true
    expect(replies.every(({ status }) => status === 201)).toBe(true)
    const stored = await readMessages(path, '?limit=200')
    const ids = stored.map(({ id }) => id)
    expect(ids).toEqual(replies.map(({ body }) => body.id).toSorted((a, b) => a - b))
    expect(new Set(ids).size).toBe(200)
    expect(await polledIds).toEqual(ids)
    expect(stored.map(({ message }) => message).toSorted()).toEqual(
      [...crowd.keys()].flatMap((index) => [0, 1, 2, 3].map((nth) => `${index}.${nth}`)).toSorted(),
    )
    const times = stored.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted())
    const published = () => chat.probe.seen(messageSent).filter(({ data }) => data.weekendId === roomId)
    await vi.waitFor(() => expect(published()).toHaveLength(200), waitOptions)
    expect(published().map(({ data }) => data.id)).toEqual(ids)
    expect(published().map(({ data }) => data.messageCount)).toEqual(ids.map((_, place) => place + 1))
    expect((await ann.call<Room>('GET', `${path}/room`)).body).toMatchObject({ messageCount: 200, unread: 100 })
  }, 120_000)

  test('are rejected separately, and each event has the trace of its own request', async () => {
    const { id } = await chat.createWeekend()
    const room = { type: 'weekend' as const, id }
    const [good, other, mutedPerson] = [await chat.createPerson(), await chat.createPerson(), await chat.createPerson()]
    const until = '2999-01-01T00:00:00Z'
    await chat.database('mutes').insert({ user_id: mutedPerson.id, by_id: 'chief', reason: 'Cool down', until })
    const write = sendMessage({
      database: chat.platform.database,
      messageLimit: { count: async () => {} },
      authorizeRoom: async () => undefined,
    })
    const traceOf = (digit: string): string => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`
    const outcomes = await Promise.allSettled(
      [good, other, mutedPerson, bob].map(({ caller }, nth) =>
        withTrace(traceOf(String(nth + 1)), () => write({ room, caller, text: `From ${nth}`, sentAs: null })),
      ),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    const published = () => chat.probe.seen(messageSent).filter(({ data }) => data.weekendId === id)
    await vi.waitFor(() => expect(published()).toHaveLength(3), waitOptions)
    for (const { data, traceparent } of published())
      expect(traceparent?.slice(3, 35)).toBe(traceOf(String(Number(data.message.at(-1)) + 1)).slice(3, 35))
  })
})

describe('sending a message with an Idempotency-Key', () => {
  test('returns the stored message for repeated requests, also concurrent ones', async () => {
    const path = await newRoom()
    const replies = await Promise.all([1, 2, 3, 4].map(() => send(ann, path, 'Once', 'a-key')))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(await send(ann, path, ' Once\n', 'a-key')).toMatchObject({ status: 201, body: replies[0]?.body ?? {} })
    expect(await readMessages(path)).toMatchObject([{ message: 'Once', sentAs: 'a-key' }])
  })

  test('rejects another text with the same key, and accepts the key from another user or in another room', async () => {
    const [path, otherPath] = [await newRoom(), await newRoom()]
    await send(ann, path, 'One', 'key')
    expect(await send(ann, path, 'Two', 'key')).toMatchObject({
      ...{ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } },
    })
    const texts = await Promise.all(['One', 'Another'].map((text) => send(bob, path, text, 'twin')))
    expect(texts.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await send(ann, otherPath, 'Two', 'key')).toMatchObject({ status: 201 })
    expect(await readMessages(path)).toHaveLength(2)
  })

  test('requires a key of 1 to 128 characters', async () => {
    const path = await newRoom()
    for (const room of [path, '/api/weekends/999999/chat'])
      for (const key of ['', 'k'.repeat(129)])
        expect(await send(ann, room, 'Hello', key)).toMatchObject({ status: 400 })
    expect(await send(ann, path, 'Hello', 'k'.repeat(128))).toMatchObject({ status: 201 })
  })
})

describe('muted users and slow mode', () => {
  test('are rejected with the end of the mute, and accepted afterwards', async () => {
    const path = await newRoom()
    const cal = await chat.createPerson()
    const until = '2999-01-01T00:00:00.000Z'
    await send(cal, path, 'Before', 'key')
    await chat.database('mutes').insert({ user_id: cal.id, by_id: 'chief', reason: 'Cool down', until })
    expect(await send(cal, path, 'Now')).toMatchObject({ status: 403, body: { code: 'MUTED', until } })
    expect(await send(cal, path, 'Before', 'key')).toMatchObject({ status: 201 })
    expect(await readMessages(path)).toHaveLength(1)
    await chat.database('mutes').where({ user_id: cal.id }).update({ until: '2020-01-01T00:00:00Z' })
    expect(await send(cal, path, 'Later')).toMatchObject({ status: 201 })
  })

  test('are delayed separately in a room in slow mode', async () => {
    const { id } = await chat.createWeekend()
    const path = `/api/weekends/${id}/chat`
    await send(ann, path, 'One')
    await chat.database('rooms').where({ type: 'weekend', id }).update({ slow_mode_seconds: 300 })
    const slowReply = await send(ann, path, 'Two')
    expect(slowReply).toMatchObject({ status: 429, body: { code: 'SLOW_MODE' } })
    expect(Number(slowReply.headers['retry-after'])).toBeGreaterThan(200)
    expect(await send(bob, path, 'From me')).toMatchObject({ status: 201 })
    expect(await send(ann, await newRoom(), 'Elsewhere')).toMatchObject({ status: 201 })
    await chat.database('messages').where({ user_id: ann.id, room_id: id, room_type: 'weekend' }).update({
      created_at: '2020-01-01T00:00:00Z',
    })
    expect(await send(ann, path, 'Two')).toMatchObject({ status: 201 })
  })

  test('are checked with indexes only among 40,000 messages', async () => {
    const { id } = await chat.createWeekend()
    await chat.insertMessages({ type: 'weekend', id }, ann, 20_000)
    await chat.insertMessages({ type: 'weekend', id }, bob, 20_000)
    await chat.database('rooms').where({ type: 'weekend', id }).update({ slow_mode_seconds: 5 })
    await chat.database.raw('vacuum analyze messages')
    const statements: { sql: string; bindings: unknown[] }[] = []
    const recordStatement = (query: { sql: string; bindings: unknown[] }) => statements.push(query)
    chat.platform.database.on('query', recordStatement)
    await send(ann, `/api/weekends/${id}/chat`, 'One more', 'a-key-of-mine')
    await readMessages(`/api/weekends/${id}/chat`, '?limit=20')
    chat.platform.database.off('query', recordStatement)
    const messageQueries = statements.filter(({ sql }) => /from messages/.test(sql) && !/insert/.test(sql))
    expect(messageQueries.length).toBeGreaterThanOrEqual(3)
    for (const { sql, bindings } of messageQueries) {
      const { rows } = await chat.database.raw<{ rows: unknown[] }>(
        `explain (format json) ${sql.replace(/\$\d+/g, '?')}`,
        bindings as string[],
      )
      expect(JSON.stringify(rows)).not.toContain(
        '"Seq Scan","Parallel Aware":false,"Async Capable":false,"Relation Name":"messages"',
      )
    }
  }, 60_000)
})

test('limits messages per user in ten seconds over all rooms, without counting replays', async () => {
  const limitedChat = await startChat({ maxMessages: 3 })
  try {
    const cal = await limitedChat.createPerson()
    const paths = [await limitedChat.createWeekend(), await limitedChat.createWeekend()].map(
      ({ id }) => `/api/weekends/${id}/chat`,
    )
    const say = (nth: number, key: string) => send(cal, paths[nth] ?? '', `By ${key}`, key)
    for (const key of ['a', 'b']) expect(await say(0, key)).toMatchObject({ status: 201 })
    for (const key of ['a', 'b', 'a', 'b']) expect(await say(0, key)).toMatchObject({ status: 201 })
    expect(await say(1, 'c')).toMatchObject({ status: 201 })
    const refused = await say(1, 'd')
    expect(refused).toMatchObject({ status: 429 })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(await say(1, 'c')).toMatchObject({ status: 201 })
    const other = await limitedChat.createPerson()
    expect(await send(other, paths[1] ?? '', 'Not me')).toMatchObject({ status: 201 })
  } finally {
    await limitedChat.close()
  }
})

test('counts messages to unknown rooms against the limit before the room is read', async () => {
  const limitedChat = await startChat({ maxMessages: 3 })
  try {
    const cal = await limitedChat.createPerson()
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, nth) => send(cal, `/api/weekends/${2_000_000 + nth}/chat`, 'Anybody?')),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([404, 404, 404, 429, 429, 429])
  } finally {
    await limitedChat.close()
  }
})
