import { fileURLToPath } from 'node:url'
import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { on, outbox } from '@purple-sector/messaging'
import { assembleService } from '@purple-sector/service-kit/assemble-service'
import { createApp } from '@purple-sector/service-kit/http/app'
import type { ServiceDefinition } from '@purple-sector/service-kit/service-definition'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { aFan, aSessionLock, aWeekend } from './builders.ts'
import { createServiceTest, type ServiceTest } from './service-test.ts'

const marshals: ServiceDefinition<{ greeting: string; post: number }> = {
  name: 'tipping',
  migrationsDirectory: fileURLToPath(new URL('./fixtures/migrations', import.meta.url)),
  settings: { required: [], optional: ['GREETING'] },
  readConfig: (env) => ({ greeting: env.GREETING ?? 'hello', post: 7 }),
  async build(platform, config) {
    const app = createApp({ service: 'tipping', ...platform })
    app.get('/me', async ({ identity }) => ({ username: identity?.username ?? null }))
    app.get('/config', { config: { access: 'public' } }, async ({ log }) => {
      log.info({ greeting: config.greeting }, 'config read')
      return config
    })
    app.get('/admin', { config: { access: 'admin' } }, async () => ({ ok: true }))
    app.get('/internal/name', { config: { access: 'internal' } }, async () => ({ name: 'tipping' }))
    const handlers = [
      on(weekendChanged, async ({ data }, sql) => {
        await sql('notes').insert({ weekend_id: data.id, name: data.name }).onConflict('weekend_id').merge()
        await outbox(sql).append(sessionLockChanged, aSessionLock({ raceId: 1, weekendId: data.id }))
      }),
    ]
    return assembleService({ name: 'tipping', platform, app, handlers })
  },
}

let service: ServiceTest
beforeAll(async () => {
  service = await createServiceTest(marshals, { environment: { GREETING: 'welcome' }, config: { post: 9 } })
})
afterAll(() => service.close())

describe('createServiceTest', () => {
  test('delivers events of other services and exposes published ones', async () => {
    const weekend = aWeekend({ name: 'Bathurst' })
    await service.publishEvent(weekendChanged, weekend)
    const { data } = await service.probe.next(sessionLockChanged, ({ weekendId }) => weekendId === weekend.id)
    expect(data).toMatchObject({ raceId: 1, weekendId: weekend.id })
    expect(await service.database('notes').where({ weekend_id: weekend.id })).toMatchObject([{ name: 'Bathurst' }])
  })

  test('accepts requests of users with identity headers', async () => {
    const kim = await service.as(aFan({ username: 'kim' }))
    expect(await kim('GET', '/me')).toMatchObject({ status: 200, body: { username: 'kim' } })
    expect((await service.visitor('GET', '/me')).status).toBe(401)
    expect((await service.fan('GET', '/admin')).status).toBe(403)
    expect((await service.admin('GET', '/admin')).status).toBe(200)
  })

  test('accepts internal calls of other services', async () => {
    const reply = await service.callInternal({ method: 'GET', path: '/internal/name' })
    expect(reply).toEqual({ status: 200, body: { name: 'tipping' } })
  })

  test('uses the settings of the test and exposes its log', async () => {
    expect((await service.visitor('GET', '/config')).body).toEqual({ greeting: 'welcome', post: 9 })
    expect(service.lines).toContainEqual(expect.objectContaining({ msg: 'config read', greeting: 'welcome' }))
  })

  test('runs again on earlier data, and retains its events until it is started', async () => {
    const first = await createServiceTest(marshals, { isStarted: false })
    await first.database('notes').insert({ weekend_id: 1, name: 'Sandown' })
    const second = await createServiceTest(marshals, { on: first.testDatabase, isStarted: false })
    const id = aWeekend().id
    await second.database.transaction((sql) =>
      outbox(sql).append(sessionLockChanged, aSessionLock({ raceId: 1, weekendId: id })),
    )
    expect(await second.database('notes')).toMatchObject([{ name: 'Sandown' }])
    expect(second.probe.seen(sessionLockChanged)).toEqual([])
    await second.start()
    await second.probe.next(sessionLockChanged, ({ weekendId }) => weekendId === id)
    await second.close()
    await first.close()
  })
})

test('raises the sequence of a subject with every published event', async () => {
  const weekend = aWeekend()
  expect(await service.publishEvent(weekendChanged, weekend)).toMatchObject({ sequence: 1 })
  expect(await service.publishEvent(weekendChanged, { ...weekend, name: 'Renamed' })).toMatchObject({ sequence: 2 })
})

test('replies to calls to other services by the stubs of the test, validated by their contract', async () => {
  const { calls } = service
  const schema = z.object({ closed: z.boolean() })
  calls.when('weekends', 'POST', '/internal/close', { status: 200, body: { closed: true } }, schema)
  expect(await calls.call('weekends', { method: 'POST', path: '/internal/close' })).toEqual({
    status: 200,
    body: { closed: true },
  })
  calls.when('weekends', 'POST', '/internal/close', { status: 200, body: { closed: 'yes' } }, schema)
  await expect(calls.call('weekends', { method: 'POST', path: '/internal/close' })).rejects.toThrow('closed')
  await expect(calls.call('weekends', { method: 'GET', path: '/internal/none' })).rejects.toThrow('No reply')
})
