import type { CallDefinition } from '@purple-sector/contracts/call'
import type { EventDefinition } from '@purple-sector/contracts/event'
import { exportOf, openapiOf } from '@purple-sector/contracts/every-service'
import { routeOf } from '@purple-sector/gateway/route-table'
import { createServiceTest, type ServiceTest } from '@purple-sector/testing/service-test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { services } from './services.ts'

const isCall = (value: unknown): value is CallDefinition =>
  typeof value === 'object' && value !== null && 'callers' in value && 'reply' in value

const isState = (value: unknown): value is EventDefinition =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'state'

/** What the contracts of a service define. */
const contractsOf = async (service: string, file: 'internal' | 'events'): Promise<unknown[]> => {
  const contracts: object = await import(`../../../packages/contracts/src/${service}/${file}.ts`).catch(() => ({}))
  return Object.values(contracts)
}

describe.each(services)('$name, installed', (definition) => {
  let service: ServiceTest
  beforeAll(async () => {
    service = await createServiceTest(definition, { isStarted: false })
    await service.app.ready()
  })
  afterAll(() => service?.close())

  test('answers every call that the contracts say others ask of it', async () => {
    const unanswered = (await contractsOf(definition.name, 'internal'))
      .filter(isCall)
      .filter(({ method, path }) => !service.app.hasRoute({ method, url: path }))
      .map(({ method, path, callers }) => `${method} ${path}, which ${callers.join(' and ')} asks`)
    expect(unanswered).toEqual([])
  })

  test('tells what it holds of somebody, for them to read', async () => {
    // Identity, which collects it, adds its own.
    if (definition.name === 'identity') return
    const reported = await service.request(exportOf(definition.name), { params: { userId: 'nobody' } })
    expect(reported.kind).toBe('reply')
    if (reported.kind === 'reply') expect(Object.values(reported.reply).flat()).toEqual([])
  })

  test('tells every state again that the contracts say it tells', async () => {
    const reported = await contractsOf(definition.name, 'events')
    expect(reported.length).toBeGreaterThan(0)
    const states = reported.filter(isState).map(({ type }) => type)
    expect(service.service.republishes.toSorted()).toEqual(states.toSorted())
  })

  test('is what the route table leads to, for every public route', async () => {
    const document = await service.request(openapiOf(definition.name), {})
    const paths = document.kind === 'reply' ? Object.keys(document.reply.paths ?? {}) : []
    expect(paths.length).toBeGreaterThan(0)
    const elsewhere = paths.filter((path) => routeOf(path.split('/').slice(1))?.service !== definition.name)
    expect(elsewhere).toEqual([])
  })
})
