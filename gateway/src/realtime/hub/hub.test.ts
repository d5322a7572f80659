import { silentLogger } from '@purple-sector/service-kit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createChannel } from './channel.ts'
import type { ChannelKind } from './channel-kind.ts'
import type { Client } from './client.ts'
import { createClients } from './clients.ts'
import { createHub } from './hub.ts'
import { createRecentChanges } from './recent-changes.ts'

const log = silentLogger()

const aHub = (kinds: readonly ChannelKind[]) => {
  const clients = createClients()
  const options = {
    changes: createRecentChanges(),
    impliedSubscriptions: () => [],
    frames: () => Buffer.from(''),
    now: Date.now,
  }
  return { clients, hub: createHub({ clients, kinds, ...options, log }) }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a stopping hub sends buffered messages before it closes sockets', async () => {
  const received: string[] = []
  const channel = createChannel({ key: 'chat/1', log })
  const chat = channel.stream<number>((messages) => Buffer.from(messages.join(' ')))
  const { clients, hub } = aHub([{ eventHandlers: [], close: channel.close }])
  const client = {
    userId: 'ann',
    sessionHash: 'h',
    channels: [],
    sendStates() {},
    clearDirty() {},
    sendReliable: (frame: Buffer) => received.push(frame.toString()),
    close(reason: string) {
      received.push(reason)
      clients.remove(client)
    },
  } as unknown as Client
  clients.add(client)
  channel.join(client)
  chat.push(1)
  await hub.stop()
  expect(received).toEqual(['1', 'goingAway'])
})

test('a kind whose sweep fails affects neither the others nor the process', async () => {
  const sweep = vi.fn()
  const broken = (): void => {
    throw new Error('broken')
  }
  const { hub } = aHub([
    { eventHandlers: [], sweep: broken },
    { eventHandlers: [], sweep },
  ])
  vi.advanceTimersByTime(2_000)
  expect(sweep).toHaveBeenCalledTimes(2)
  await hub.stop()
})
