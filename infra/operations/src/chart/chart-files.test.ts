import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { productProcesses } from '@purple-sector/product/processes'
import { urlVariable } from '@purple-sector/service-kit/config'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { repositoryRoot } from '../repository-root.ts'

/* Compares the chart with the list of processes, the calls and the subscriptions of the product. */

const folder = 'deploy/helm/purple-sector'
const read = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8')
const names = z.array(z.string()).default([])
const processes = z
  .record(
    z.string(),
    z.object({
      entry: z.string(),
      service: z.string().optional(),
      callers: names,
      secrets: names,
      optionalSecrets: names,
      settings: names,
      mail: z.boolean().default(false),
    }),
  )
  .parse(parse(read(`${folder}/processes.yaml`)))
const common = z
  .object({ settings: names, serviceSettings: names, optionalSecrets: names })
  .parse(parse(read(`${folder}/common.yaml`)))
const values = z
  .object({
    processes: z.record(
      z.string(),
      z.object({ resources: z.object({ requests: z.object({ cpu: z.string() }) }).optional() }),
    ),
    dev: z.record(z.string(), z.union([z.object({ image: z.string() }), z.boolean(), z.string()])),
  })
  .parse(parse(read(`${folder}/values.yaml`)))

const services = productProcesses.flatMap(({ name, service }) => (name === service ? [name] : []))

test('the chart has every process of the product, and nothing else', () => {
  const expected = productProcesses.map(({ name }) => name).sort()
  expect(Object.keys(processes).sort()).toEqual(expected)
  expect(Object.keys(values.processes).sort()).toEqual(expected)
})

test.each(productProcesses)('$name runs the same program with the same settings as natively', (process) => {
  const { entry, service, secrets, optionalSecrets, settings, mail } = processes[process.name] ?? {}
  expect({ entry, service }).toEqual({ entry: process.entry, service: process.service })
  const computed = [
    ...['HOST', 'PORT', 'KAFKA_BROKERS', 'KAFKA_REPLICATION', 'REDIS_URL', ...services.map(urlVariable)],
    ...(service ? ['DATABASE_URL', ...common.serviceSettings] : ['METRICS_PORT']),
    ...common.settings,
    ...common.optionalSecrets,
    ...(mail ? ['DATA_DIR'] : []),
  ]
  const variables = [...computed, ...(secrets ?? []), ...(optionalSecrets ?? []), ...(settings ?? [])]
  expect(variables.sort()).toEqual([...process.required, ...process.optional].sort())
})

test('values.schema.json names every setting and process', () => {
  const named = z.object({ propertyNames: z.object({ enum: z.array(z.string()) }) })
  const { definitions, properties } = z
    .object({
      definitions: z.object({ settings: named }),
      properties: z.object({ processes: named }),
    })
    .parse(JSON.parse(read(`${folder}/values.schema.json`)))
  const settings = new Set(Object.values(processes).flatMap((process) => process.settings))
  expect(definitions.settings.propertyNames.enum).toEqual(
    [...settings, ...common.settings, ...common.serviceSettings].sort(),
  )
  expect(properties.processes.propertyNames.enum.toSorted()).toEqual(Object.keys(processes).sort())
})

test('a process with low CPU priority natively requests less CPU than any other', () => {
  const milli = (name: string) => Number.parseInt(values.processes[name]?.resources?.requests.cpu ?? '200m', 10)
  const highest = Math.max(
    ...productProcesses.filter(({ isDeferrable }) => isDeferrable).map(({ name }) => milli(name)),
  )
  const lowest = Math.min(
    ...productProcesses.filter(({ isDeferrable }) => !isDeferrable).map(({ name }) => milli(name)),
  )
  expect(highest * 4).toBeLessThanOrEqual(lowest)
})

test('a trial runs the images of docker-compose.yml', () => {
  const compose = z
    .object({ services: z.record(z.string(), z.object({ image: z.string().optional() })) })
    .parse(parse(read('docker-compose.yml'), { merge: true, maxAliasCount: 10_000 }))
  for (const name of ['postgres', 'redis', 'kafka'])
    expect(values.dev[name]).toMatchObject({ image: compose.services[name]?.image })
})

type Handler = { kind: string; owner: string }

/** Owners from which a service requests republished states. */
const ownersOf = async (service: string): Promise<string[]> => {
  const { subscriptions } = await import(join(repositoryRoot, `services/${service}/src/subscriptions.ts`))
  const handlers: Handler[] = typeof subscriptions === 'function' ? subscriptions({}) : subscriptions
  return handlers.filter(({ kind, owner }) => kind === 'state' && owner !== service).map(({ owner }) => owner)
}

/** Callers by service: of internal calls, of exports (identity), of forwarded requests (gateway), of republishing. */
const readCallers = async (): Promise<Record<string, string[]>> => {
  const callers = new Map(services.map((name) => [name, new Set(['gateway', 'identity'])]))
  const files = globSync('packages/contracts/src/*/internal.ts', { cwd: repositoryRoot })
  for (const file of files) {
    const exported: Record<string, unknown> = await import(join(repositoryRoot, file))
    const call = z.object({ service: z.string(), callers: z.array(z.string()), reply: z.unknown() })
    for (const value of Object.values(exported)) {
      const parsed = call.safeParse(value)
      for (const caller of parsed.data?.callers ?? []) callers.get(parsed.data?.service ?? '')?.add(caller)
    }
  }
  for (const service of services) for (const owner of await ownersOf(service)) callers.get(owner)?.add(service)
  return Object.fromEntries([...callers].map(([name, set]) => [name, [...set].filter((each) => each !== name).sort()]))
}

test('only callers may connect to a service', async () => {
  const inChart = Object.fromEntries(services.map((name) => [name, processes[name]?.callers]))
  expect(inChart).toEqual(await readCallers())
})
