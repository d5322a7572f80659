import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allocatorEnvironment } from '@purple-sector/machine/allocator'
import { migrateStep, type ProductProcess, productProcesses } from '@purple-sector/product/processes'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { generateSecrets } from '../operations/secrets.ts'
import { repositoryRoot } from '../repository-root.ts'
import { images } from './images.ts'

const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      profiles: z.array(z.string()).optional(),
      command: z.array(z.string()).optional(),
      restart: z.string().optional(),
      ports: z.array(z.string()).optional(),
      volumes: z.array(z.union([z.string(), z.object({ type: z.string(), target: z.string() })])).default([]),
      tmpfs: z.array(z.string()).default([]),
      build: z.unknown().optional(),
      pull_policy: z.string().optional(),
      init: z.boolean().optional(),
      cpu_shares: z.number().optional(),
      read_only: z.boolean().optional(),
      cap_drop: z.array(z.string()).default([]),
      cap_add: z.array(z.string()).default([]),
      shm_size: z.string().optional(),
      logging: z.object({ options: z.record(z.string(), z.string()) }).optional(),
      deploy: z.object({
        replicas: z.union([z.number(), z.string()]).optional(),
        resources: z.object({ limits: z.object({ memory: z.string() }) }),
      }),
      environment: z.record(z.string(), z.string()).default({}),
      healthcheck: z.object({ test: z.array(z.string()).optional(), disable: z.boolean().optional() }).optional(),
      depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
})

const source = readFileSync(join(repositoryRoot, 'docker-compose.yml'), 'utf8')
const compose = composeFile.parse(parse(source, { merge: true, maxAliasCount: 10_000 }))
/** Services of the profile `observability`, which run only on demand. */
const observability = Object.fromEntries(Object.entries(compose.services).filter(([, { profiles }]) => profiles))
const services = Object.fromEntries(Object.entries(compose.services).filter(([, { profiles }]) => !profiles))
const names = Object.keys(services).sort()
const productSteps: readonly ProductProcess[] = [migrateStep, ...productProcesses]
/** Settings that Compose itself provides. */
const PREDEFINED = new Set(['COMPOSE_PROJECT_NAME'])

/** Fills in the variables as Compose does: `${NAME}`, `${NAME:-default}`, `${NAME:?message}`. */
const substitutions = [...source.matchAll(/\$\{([A-Z][A-Z0-9_]*)(:[-?][^}]*)?\}/g)]
  .map(([, name = '', rest = '']) => ({ name, isRequired: rest.startsWith(':?') }))
  .filter(({ name }) => !PREDEFINED.has(name))
const requiredNames = new Set(substitutions.filter(({ isRequired }) => isRequired).map(({ name }) => name))

describe('docker-compose.yml', () => {
  test('runs the infrastructure, every process of the product and a proxy, and nothing else', () => {
    expect(names).toEqual([...Object.keys(images), ...productSteps.map(({ name }) => name), 'proxy'].sort())
  })

  test.each(productSteps)('$name runs the same program with the same settings as natively', (process) => {
    const { command, environment } = services[process.name] ?? {}
    expect(command).toEqual(['node', process.entry])
    expect(Object.keys(environment ?? {}).sort()).toEqual([...process.required, ...process.optional].sort())
  })

  test.each(Object.entries(images))('%s uses the same image as the tests', (name, image) => {
    expect(services[name]?.image).toBe(image)
  })

  test('Postgres returns freed memory to the system, as the embedded one does', () => {
    expect(services.postgres?.environment).toMatchObject(allocatorEnvironment)
  })

  test('every service has a health check and restarts after a crash', () => {
    for (const [name, { healthcheck, restart }] of Object.entries(services)) {
      if (name === migrateStep.name) continue
      expect(healthcheck?.test?.length, name).toBeGreaterThan(0)
      expect(restart, name).toBe('unless-stopped')
    }
  })

  test('no process starts before the migrations have succeeded', () => {
    for (const { name } of productProcesses) {
      expect(services[name]?.depends_on.migrate?.condition, name).toBe('service_completed_successfully')
    }
    expect(services.migrate?.depends_on.postgres?.condition).toBe('service_healthy')
  })

  test('only the proxy is reachable from outside, by default from this machine alone', () => {
    expect(Object.keys(services).filter((name) => services[name]?.ports)).toEqual(['proxy'])
    for (const port of services.proxy?.ports ?? []) expect(port).toMatch(/^\$\{[A-Z]+_PORT:-127\.0\.0\.1:(\d+)\}:\1$/)
  })

  test('gateways trust the addresses that the proxy reports', () => {
    expect(services.gateway?.environment.TRUST_PROXY).toBe('uniquelocal')
    expect(services.proxy?.environment.GATEWAYS?.split(' ')).toEqual(
      Array.from({ length: 8 }, (_, index) => `\${COMPOSE_PROJECT_NAME}-gateway-${index + 1}:8080`),
    )
  })

  test('the proxy has no unneeded rights', () => {
    expect(services.proxy).toMatchObject({ read_only: true, cap_drop: ['ALL'], cap_add: ['NET_BIND_SERVICE'] })
  })

  test('data that must outlive a container are stored in named volumes', () => {
    const mounted = Object.values(compose.services).flatMap(({ volumes }) =>
      volumes.flatMap((volume) => (typeof volume === 'string' ? [volume.split(':')[0]] : [])),
    )
    const isFolder = (source = '') => /^[./$]/.test(source)
    for (const folder of mounted.filter((source) => source?.startsWith('./')))
      expect(existsSync(join(repositoryRoot, folder ?? '')), folder).toBe(true)
    expect([...new Set(mounted.filter((source) => !isFolder(source)))].sort()).toEqual(
      Object.keys(compose.volumes).sort(),
    )
  })

  // Volumes that each image declares: without a mount of ours, every container leaves an anonymous volume behind.
  test.each([
    ['postgres', ['/var/lib/postgresql']],
    ['redis', ['/data']],
    ['kafka', ['/etc/kafka/secrets', '/mnt/shared/config', '/var/lib/kafka/data']],
    ['proxy', ['/config', '/data', '/etc/caddy']],
  ])('every volume declared by the image of %s is mounted', (name, declared) => {
    const targets = services[name]?.volumes.map((volume) =>
      typeof volume === 'string' ? volume.split(':')[1] : volume.target,
    )
    expect(targets?.toSorted()).toEqual(declared)
  })

  test('one service builds the image that all services run', () => {
    const built = Object.keys(services).filter((name) => services[name]?.build !== undefined)
    expect(built).toEqual([migrateStep.name])
    for (const { name } of productProcesses) {
      expect(services[name]?.image, name).toBe(services.migrate?.image)
      expect(services[name]?.pull_policy, name).toBe('never')
    }
  })

  test('a process with low CPU priority natively has low CPU priority in its container', () => {
    const lowPriority = names.filter((name) => (services[name]?.cpu_shares ?? 1024) < 1024)
    expect(lowPriority).toEqual(
      productProcesses
        .filter(({ isDeferrable }) => isDeferrable)
        .map(({ name }) => name)
        .sort(),
    )
  })

  test('a service that scales by itself does so by a setting that survives the next start', () => {
    const setting = (name: string) => /^\$\{([A-Z_]+):-1\}$/.exec(String(services[name]?.deploy.replicas))?.[1]
    expect(Object.fromEntries(names.flatMap((name) => (setting(name) ? [[name, setting(name)]] : [])))).toEqual({
      gateway: 'GATEWAY_REPLICAS',
      tipping: 'TIPPING_REPLICAS',
      'scoring-worker': 'SCORING_WORKER_REPLICAS',
      chat: 'CHAT_REPLICAS',
      engagement: 'ENGAGEMENT_REPLICAS',
    })
  })

  test('every container limits its memory and the size of its log', () => {
    for (const [name, { logging, deploy, init }] of Object.entries(services)) {
      expect(Object.keys(logging?.options ?? {}), name).toEqual(['max-size', 'max-file'])
      expect(deploy.resources.limits.memory, name).toMatch(/^\$\{[A-Z]+_MEMORY:-\d+[mg]\}$/)
      expect(init, name).toBe(true)
    }
    expect(services.postgres?.shm_size).toBe('256m')
  })

  test.each(productSteps)('$name has no unneeded rights and can write to its own data only', ({ name }) => {
    expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    expect(services[name]?.tmpfs).toHaveLength(1)
    expect(services[name]?.volumes).toEqual(['identity', 'groups', 'engagement'].includes(name) ? ['mail:/data'] : [])
  })

  test('monitoring runs only on demand, and is reachable from this machine alone by default', () => {
    expect(Object.keys(observability).sort()).toEqual([
      ...['alertmanager', 'blackbox', 'grafana', 'jaeger', 'node-exporter', 'postgres-exporter', 'prometheus'],
    ])
    for (const [name, service] of Object.entries(observability)) {
      expect(service, name).toMatchObject({ profiles: ['observability'], read_only: true, cap_drop: ['ALL'] })
      expect(service.image, name).toMatch(/^[\w/-]+:v?\d+\.\d+\.\d+$/)
      expect(service.logging, name).toBeDefined()
      expect(service.deploy.resources.limits.memory, name).toMatch(/^\$\{[A-Z]+_MEMORY:-\d+[mg]\}$/)
      for (const port of service.ports ?? []) expect(port, name).toMatch(/^\$\{[A-Z]+_PORT:-127\.0\.0\.1:(\d+)\}:\1$/)
    }
  })

  test('Prometheus scrapes and probes every process of the product', () => {
    const discovered = z.array(z.object({ names: z.array(z.string()) }))
    const prometheus = z
      .object({ scrape_configs: z.array(z.object({ job_name: z.string(), dns_sd_configs: discovered.default([]) })) })
      .parse(parse(readFileSync(join(repositoryRoot, 'deploy/prometheus/prometheus.yml'), 'utf8')))
    for (const job of ['replicas', 'readiness']) {
      const config = prometheus.scrape_configs.find(({ job_name }) => job_name === job)
      expect(config?.dns_sd_configs.flatMap((found) => found.names).sort(), job).toEqual(
        productProcesses.map(({ name }) => name).sort(),
      )
    }
  })

  test('a missing secret prevents the start, and `make up` generates every secret', () => {
    expect([...requiredNames].sort()).toEqual(Object.keys(generateSecrets()).sort())
  })

  test('.env.example names every setting', () => {
    const example = readFileSync(join(repositoryRoot, '.env.example'), 'utf8')
    const documented = [...example.matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name)
    expect(documented.sort()).toEqual([...new Set(substitutions.map(({ name }) => name))].sort())
  })

  const hasComposePlugin = spawnSync('docker', ['compose', 'version'], { stdio: 'ignore' }).status === 0
  test.runIf(hasComposePlugin)('docker compose accepts the file', () => {
    const env = { ...process.env, ...generateSecrets() }
    execFileSync('docker', ['compose', '--file', 'docker-compose.yml', 'config', '--quiet'], {
      cwd: repositoryRoot,
      env,
    })
  })
})
