import { silentLogger } from '@purple-sector/service-kit'
import { notFound, unavailable } from '@purple-sector/service-kit/errors'
import { describe, expect, test } from 'vitest'
import { createChannel } from './channel.ts'
import type { ChannelKind, Subscribe } from './channel-kind.ts'
import type { Client, ClientChannel } from './client.ts'
import type { FrameWriter } from './frames.ts'
import { createSubscribe } from './subscribe.ts'

const log = silentLogger()
const frames: FrameWriter = (type, data) => Buffer.from(JSON.stringify([type, data]))

/** A stub of a client with the members that subscriptions use. */
const aClient = () => {
  const received: unknown[] = []
  const channels: readonly ClientChannel[] = []
  const client = {
    userId: 'ann',
    subscriptionCount: 0,
    isOpen: true,
    channels,
    markSubscribed() {},
    write: (frame: Buffer) => received.push(JSON.parse(frame.toString())),
    sendReliable: (frame: Buffer) => received.push(JSON.parse(frame.toString())),
    sendStates() {},
    clearDirty() {},
  }
  return { client: client as unknown as Client, received, disconnect: () => (client.isOpen = false) }
}

const createSubscribeOf = (overrides: Partial<ChannelKind>[]) =>
  createSubscribe({
    kinds: overrides.map((kind) => ({ eventHandlers: [], ...kind })),
    frames,
    unchangedForMs: () => 300,
    log,
  })

const request = (weekendId: number): Subscribe => ({ type: 'subscribe', weekendId, groupIds: [] })
const keysOf = ({ channels }: Client): string[] => channels.map(({ key }) => key)

describe('subscription', () => {
  test('joins channels of every kind that finds some, and leaves the previous ones', async () => {
    const weekends = [1, 2].map((id) => createChannel({ key: `weekend/${id}`, log }))
    const chat = createChannel({ key: 'chat/1', log })
    const subscribe = createSubscribeOf([
      {
        find: async ({ weekendId }) => weekends.slice((weekendId ?? 1) - 1, weekendId ?? 1),
        subscribedFields: ([key]) => ({ weekendId: Number(key?.at(-1)) }),
      },
      { find: async ({ weekendId }) => (weekendId === 1 ? [chat] : []) },
      {},
    ])
    const { client, received } = aClient()
    await subscribe(client, request(1))
    expect(keysOf(client)).toEqual(['weekend/1', 'chat/1'])
    await subscribe(client, request(2))
    expect(keysOf(client)).toEqual(['weekend/2'])
    expect(chat.audience.size).toBe(0)
    expect(received).toEqual(
      [1, 2].map((weekendId) => ['subscribed', { weekendId, groupIds: [], unchangedForMs: 300 }]),
    )
  })

  test('leaves no channel before the new ones are found, and keeps common ones', async () => {
    const chat = createChannel({ key: 'chat/1', log })
    const messages = chat.stream<string>((said) => Buffer.from(JSON.stringify(said)))
    const weekends = [1, 2].map((id) => createChannel({ key: `weekend/${id}`, log }))
    let found = Promise.resolve()
    const subscribe = createSubscribeOf([
      {
        find: async ({ weekendId }) => {
          await found
          return weekends.slice((weekendId ?? 1) - 1, weekendId ?? 1)
        },
      },
      { find: async () => [chat] },
    ])
    const { client, received } = aClient()
    await subscribe(client, request(1))
    const loaded = Promise.withResolvers<void>()
    found = loaded.promise
    const subscribed = subscribe(client, request(2))
    weekends[0]!.send(() => Buffer.from('"result"'))
    messages.push('hello')
    loaded.resolve()
    await subscribed
    expect(received.slice(1)).toEqual(['result', expect.arrayContaining(['subscribed']), ['hello']])
    expect(keysOf(client)).toEqual(['chat/1', 'weekend/2'])
    expect(weekends[0]!.audience.size).toBe(0)
  })

  test('keeps the previous subscription when the new one fails', async () => {
    const weekend = createChannel({ key: 'weekend/1', log })
    const subscribe = createSubscribeOf([
      { find: async ({ weekendId }) => (weekendId === 1 ? [weekend] : Promise.reject(unavailable('Busy.'))) },
    ])
    const { client, received } = aClient()
    await subscribe(client, request(1))
    await subscribe(client, request(2))
    expect(received.at(-1)).toEqual(['error', expect.objectContaining({ code: 'UNAVAILABLE' })])
    expect(keysOf(client)).toEqual(['weekend/1'])
  })

  test('joins no channel that the client may no longer join after it was loaded', async () => {
    let isMember = true
    const group = createChannel({ key: 'group/7', canJoin: () => isMember, log })
    const loaded = Promise.withResolvers<void>()
    const subscribe = createSubscribeOf([
      {
        find: async () => {
          await loaded.promise
          return [group]
        },
        subscribedFields: (keys) => ({ groupIds: keys.map(() => 7) }),
      },
    ])
    const { client, received } = aClient()
    const subscribed = subscribe(client, request(1))
    isMember = false
    loaded.resolve()
    await subscribed
    expect(received).toEqual([['subscribed', { weekendId: null, groupIds: [], unchangedForMs: 300 }]])
    expect(group.audience.size).toBe(0)
  })

  test('ignores a superseded subscription, and that of a disconnected client', async () => {
    const first = Promise.withResolvers<readonly []>()
    const subscribe = createSubscribeOf([
      { find: ({ weekendId }) => (weekendId === 1 ? first.promise : Promise.resolve([])) },
    ])
    const { client, received, disconnect } = aClient()
    const superseded = subscribe(client, request(1))
    await subscribe(client, request(2))
    first.reject(notFound('NOT_FOUND', 'There’s no such race weekend.'))
    await superseded
    expect(received).toHaveLength(1)
    const subscribed = subscribe(client, request(2))
    disconnect()
    await subscribed
    expect(received).toHaveLength(1)
  })

  test('rejects a subscription with the error of its kind, or as unavailable', async () => {
    const failures = [notFound('NOT_FOUND', 'There’s no such race weekend.'), unavailable('Busy.'), new Error('broken')]
    const subscribe = createSubscribeOf([{ find: () => Promise.reject(failures.shift()) }])
    const { client, received } = aClient()
    for (let tries = 0; tries < 3; tries++) await subscribe(client, request(1))
    expect(received).toEqual([
      ['error', { code: 'NOT_FOUND', message: 'There’s no such race weekend.' }],
      ['error', expect.objectContaining({ code: 'UNAVAILABLE' })],
      ['error', expect.objectContaining({ code: 'UNAVAILABLE' })],
    ])
  })
})
