import { fileURLToPath } from 'node:url'
import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { outbox, projects } from '@purple-sector/messaging'
import { createApp } from '@purple-sector/service-kit/app'
import { assembleService } from '@purple-sector/service-kit/assemble-service'
import type { Service } from '@purple-sector/service-kit/platform'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { aFan, anAdmin, aSessionLock, aWeekend } from './builders.ts'
import { createTestPlatform, type TestPlatform } from './platform.ts'

const migrationsDirectory = fileURLToPath(new URL('./fixtures/migrations', import.meta.url))
let testPlatform: TestPlatform
let service: Service

beforeAll(async () => {
  testPlatform = await createTestPlatform({ service: 'tipping', migrationsDirectory })
  const { platform } = testPlatform
  const app = createApp({ service: 'tipping', ...platform })
  app.get('/me', async ({ identity }) => ({ username: identity?.username ?? null }))
  app.get('/admin', { config: { access: 'admin' } }, async () => ({ ok: true }))
  app.get('/internal/name', { config: { access: 'internal' } }, async () => ({ name: 'tipping' }))
  const reactions = [
    projects(weekendChanged, async ({ data }, sql) => {
      await sql('notes').insert({ weekend_id: data.id, name: data.name }).onConflict('weekend_id').merge()
      await outbox(sql).append(sessionLockChanged, aSessionLock({ raceId: 1, weekendId: data.id }))
    }),
  ]
  service = assembleService({ name: 'tipping', platform, app, reactions })
  await testPlatform.start(service)
})
afterAll(() => testPlatform.close())

test('hands the service what other owners announce and shows what it publishes', async () => {
  const weekend = aWeekend({ name: 'Bathurst' })
  await testPlatform.announce(weekendChanged, weekend)
  const { data } = await testPlatform.probe.next(sessionLockChanged, ({ weekendId }) => weekendId === weekend.id)
  expect(data).toMatchObject({ raceId: 1, weekendId: weekend.id })
  expect(await testPlatform.platform.database('notes').where({ weekend_id: weekend.id })).toMatchObject([
    { name: 'Bathurst' },
  ])
})

test('raises the sequence of a subject with every announcement', async () => {
  const weekend = aWeekend()
  expect(await testPlatform.announce(weekendChanged, weekend)).toMatchObject({ sequence: 1 })
  expect(await testPlatform.announce(weekendChanged, { ...weekend, name: 'Renamed' })).toMatchObject({ sequence: 2 })
})

test('vouches for fans and administrators as the gateway does', async () => {
  const fan = aFan({ username: 'kim' })
  expect((await service.app.inject({ url: '/me' })).statusCode).toBe(401)
  const reply = await service.app.inject({ url: '/me', headers: await testPlatform.identityOf(fan) })
  expect(reply.json()).toEqual({ username: 'kim' })
  expect((await service.app.inject({ url: '/admin', headers: await testPlatform.identityOf(fan) })).statusCode).toBe(
    403,
  )
  expect(
    (await service.app.inject({ url: '/admin', headers: await testPlatform.identityOf(anAdmin()) })).statusCode,
  ).toBe(200)
})

test('calls the service as another service would', async () => {
  expect(await testPlatform.callInternal(service, { method: 'GET', path: '/internal/name' })).toEqual({
    status: 200,
    body: { name: 'tipping' },
  })
})

test('answers calls to other services as the test says, and by their contract', async () => {
  const { calls } = testPlatform
  const schema = z.object({ closed: z.boolean() })
  calls.when('weekends', 'POST', '/internal/close', { status: 200, body: { closed: true } }, schema)
  expect(await calls.call('weekends', { method: 'POST', path: '/internal/close' })).toEqual({
    status: 200,
    body: { closed: true },
  })
  calls.when('weekends', 'POST', '/internal/close', { status: 200, body: { closed: 'yes' } }, schema)
  await expect(calls.call('weekends', { method: 'POST', path: '/internal/close' })).rejects.toThrow('closed')
  await expect(calls.call('weekends', { method: 'GET', path: '/internal/none' })).rejects.toThrow('No answer')
})
