import type { CallDefinition } from '@purple-sector/contracts/call'
import { openapiOf } from '@purple-sector/contracts/every-service'
import { routeOf } from '@purple-sector/gateway/upstreams'
import { createServiceTest, type ServiceTest } from '@purple-sector/testing/service-test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { services } from './services.ts'

const isCall = (value: unknown): value is CallDefinition =>
  typeof value === 'object' && value !== null && 'callers' in value && 'reply' in value

/** What others ask a service as soon as it is installed, by the contracts. */
const callsOf = async (service: string): Promise<CallDefinition[]> => {
  const contracts: Record<string, unknown> = await import(
    `../../../packages/contracts/src/${service}/internal.ts`
  ).catch(() => ({}))
  return Object.values(contracts).filter(isCall)
}

describe.each(services)('$name, installed', (definition) => {
  let service: ServiceTest
  beforeAll(async () => {
    service = await createServiceTest(definition, { isStarted: false })
    await service.app.ready()
  })
  afterAll(() => service?.close())

  test('answers every call that the contracts say others ask of it', async () => {
    const unanswered = (await callsOf(definition.name))
      .filter(({ method, path }) => !service.app.hasRoute({ method, url: path }))
      .map(({ method, path, callers }) => `${method} ${path}, which ${callers.join(' and ')} asks`)
    expect(unanswered).toEqual([])
  })

  test('is what the route table leads to, for every public route', async () => {
    const document = await service.ask(openapiOf(definition.name), {})
    const paths = document.kind === 'reply' ? Object.keys(document.reply.paths ?? {}) : []
    expect(paths.length).toBeGreaterThan(0)
    const elsewhere = paths.filter((path) => routeOf(path.split('/').slice(1))?.service !== definition.name)
    expect(elsewhere).toEqual([])
  })
})
