import { countMessages } from '@purple-sector/contracts/chat/internal'
import { aFan } from '@purple-sector/testing/builders'
import { createTestPlatform, type TestPlatform } from '@purple-sector/testing/platform'
import { clientOf } from '@purple-sector/testing/test-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildChat } from './app.ts'

const migrationsDirectory = new URL('../migrations', import.meta.url).pathname
const OWNERS = ['identity', 'weekends', 'groups']

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform({ service: 'chat', migrationsDirectory })
})
afterAll(() => platform.close())

test('a service with incomplete projections serves internal calls, replies 503 to users and logs once the missing owners', async () => {
  const { calls, lines } = platform
  const republish = (status: number, body: unknown) => {
    for (const owner of OWNERS) calls.when(owner, 'POST', '/internal/republish', { status, body })
  }
  republish(503, { code: 'UNAVAILABLE' })
  const chat = await buildChat(platform.platform, { maxMessages: undefined })
  const statusOf = async (url: string) => (await chat.app.inject({ url })).statusCode
  const fan = clientOf(chat.app, await platform.identityOf(aFan()))
  const starting = chat.start()
  expect(await statusOf('/healthz')).toBe(200)
  expect(await statusOf('/readyz')).toBe(503)
  await starting

  await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(200), { timeout: 30_000 })
  expect(await chat.isReady()).toBe(false)
  expect(await fan('GET', '/api/weekends/1/chat')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect(await platform.request(chat, countMessages, { params: { id: 1 } })).toMatchObject({ kind: 'reply' })
  const waits = lines.filter(({ waitsFor }) => waitsFor !== undefined)
  expect(waits.map(({ waitsFor }) => (waitsFor as string[]).toSorted())).toEqual([OWNERS.toSorted()])
  expect(lines.filter(({ reason }) => reason !== undefined)).toHaveLength(1)
  expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([])

  republish(200, { events: 0 })
  await vi.waitFor(async () => expect(await chat.isReady()).toBe(true), { timeout: 30_000 })
  expect((await fan('GET', '/api/weekends/1/chat')).status).toBe(404)
  await chat.stop()

  // The projections are known to be complete before the subscription starts.
  const restartedChat = await buildChat(platform.platform, { maxMessages: undefined })
  await platform.start(restartedChat)
  expect(lines.filter(({ waitsFor }) => waitsFor !== undefined)).toHaveLength(1)
}, 90_000)
