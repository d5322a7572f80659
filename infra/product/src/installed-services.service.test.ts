import { ROUTES } from '@purple-sector/contracts/all-routes'
import type { CallDefinition } from '@purple-sector/contracts/call'
import type { EventDefinition } from '@purple-sector/contracts/event'
import { exportOf } from '@purple-sector/contracts/every-service'
import { createServiceTest, type ServiceTest } from '@purple-sector/testing/service-test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { services } from './services.ts'

const isCall = (value: unknown): value is CallDefinition =>
  typeof value === 'object' && value !== null && 'callers' in value && 'reply' in value

const isState = (value: unknown): value is EventDefinition =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'state'

/** Calls and events that the contracts of a service define. */
const contractsOf = async (service: string, file: 'internal' | 'events'): Promise<unknown[]> => {
  const contracts: object = await import(`../../../packages/contracts/src/${service}/${file}.ts`).catch(() => ({}))
  return Object.values(contracts)
}

test('the contracts of all services are found', async () => {
  const found = async (file: 'internal' | 'events') =>
    (await Promise.all(services.map(({ name }) => contractsOf(name, file)))).filter((contracts) => contracts.length > 0)
  expect((await found('events')).length).toBeGreaterThanOrEqual(7)
  expect((await found('internal')).length).toBeGreaterThanOrEqual(6)
  expect(ROUTES.length).toBeGreaterThan(150)
})

describe.each(services)('the installed service $name', (definition) => {
  let service: ServiceTest
  /** The public calls that the service has registered. */
  const registered: string[] = []
  beforeAll(async () => {
    service = await createServiceTest(definition, { isStarted: false })
    service.app.addHook('onRoute', ({ method, url }) => {
      if (url.startsWith('/api/') && method !== 'HEAD') registered.push(`${method} ${url}`)
    })
    await service.app.ready()
  })
  afterAll(() => service?.close())

  test('handles every internal call that its contracts define', async () => {
    const unhandled = (await contractsOf(definition.name, 'internal'))
      .filter(isCall)
      .filter(({ method, path }) => !service.app.hasRoute({ method, url: path }))
      .map(({ method, path, callers }) => `${method} ${path}, which ${callers.join(' and ')} calls`)
    expect(unhandled).toEqual([])
  })

  test('returns the stored data of a user for the account export', async () => {
    // Identity collects the export and adds its own data.
    if (definition.name === 'identity') return
    const reply = await service.request(exportOf(definition.name), { params: { userId: 'nobody' } })
    expect(reply.kind).toBe('reply')
    if (reply.kind === 'reply') expect(Object.values(reply.reply).flat()).toEqual([])
  })

  test('republishes every state that its contracts define', async () => {
    const states = (await contractsOf(definition.name, 'events')).filter(isState).map(({ type }) => type)
    expect(service.service.republishes.toSorted()).toEqual(states.toSorted())
  })

  test('handles exactly the public calls that its contracts define', () => {
    const defined = ROUTES.filter(({ service }) => service === definition.name)
    expect(defined).not.toEqual([])
    expect(registered.toSorted()).toEqual(defined.map(({ method, path }) => `${method} ${path}`).toSorted())
  })
})
