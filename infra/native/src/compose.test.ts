import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrateStep, type ProductProcess, productProcesses } from '@purple-sector/product/processes'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { images } from './images.ts'
import { repositoryRoot } from './repository-root.ts'
import { generateSecrets } from './secrets.ts'

const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      command: z.array(z.string()).optional(),
      restart: z.string().optional(),
      ports: z.array(z.string()).optional(),
      volumes: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()).default({}),
      healthcheck: z.object({ test: z.array(z.string()).optional(), disable: z.boolean().optional() }).optional(),
      depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
})

const source = readFileSync(join(repositoryRoot, 'docker-compose.yml'), 'utf8')
const compose = composeFile.parse(parse(source, { merge: true }))
const { services } = compose
const names = Object.keys(services).sort()
const ours: readonly ProductProcess[] = [migrateStep, ...productProcesses]

/** The values that compose fills in: `${NAME}`, `${NAME:-default}`, `${NAME:?message}`. */
const substitutions = [...source.matchAll(/\$\{([A-Z][A-Z0-9_]*)(:[-?][^}]*)?\}/g)].map(([, name = '', rest = '']) => ({
  name,
  isRequired: rest.startsWith(':?'),
}))
const requiredNames = new Set(substitutions.filter(({ isRequired }) => isRequired).map(({ name }) => name))

describe('docker-compose.yml', () => {
  test('runs the infrastructure and every process of the product, and nothing else', () => {
    expect(names).toEqual([...Object.keys(images), ...ours.map(({ name }) => name)].sort())
  })

  test.each(ours)('$name starts the program that also runs natively, with the same settings', (process) => {
    const { command, environment } = services[process.name] ?? {}
    expect(command).toEqual(['node', process.entry])
    expect(Object.keys(environment ?? {}).sort()).toEqual([...process.required, ...process.optional].sort())
  })

  test.each(Object.entries(images))('%s is the image of the tests', (name, image) => {
    expect(services[name]?.image).toBe(image)
  })

  test('every service has a health check and comes back after a crash', () => {
    for (const [name, { healthcheck, restart }] of Object.entries(services)) {
      if (name === migrateStep.name) continue
      expect(healthcheck?.test?.length, name).toBeGreaterThan(0)
      expect(restart, name).toBe('unless-stopped')
    }
  })

  test('nothing starts before the migrations have ended well', () => {
    for (const { name } of productProcesses) {
      expect(services[name]?.depends_on.migrate?.condition, name).toBe('service_completed_successfully')
    }
    expect(services.migrate?.depends_on.postgres?.condition).toBe('service_healthy')
  })

  test('only the gateway can be reached from outside', () => {
    expect(Object.keys(services).filter((name) => services[name]?.ports)).toEqual(['gateway'])
  })

  test('what must outlive a container lies in named volumes', () => {
    const mounted = Object.values(services).flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0]))
    expect([...new Set(mounted)].sort()).toEqual(Object.keys(compose.volumes).sort())
    expect(services.postgres?.volumes).toHaveLength(1)
    expect(services.kafka?.volumes).toHaveLength(1)
  })

  test('a missing secret stops the start, and make up generates every one', () => {
    expect([...requiredNames].sort()).toEqual(Object.keys(generateSecrets()).sort())
  })

  test('.env.example names everything that can be set', () => {
    const example = readFileSync(join(repositoryRoot, '.env.example'), 'utf8')
    const documented = [...example.matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name)
    expect(documented.sort()).toEqual([...new Set(substitutions.map(({ name }) => name))].sort())
  })

  const hasComposePlugin = spawnSync('docker', ['compose', 'version'], { stdio: 'ignore' }).status === 0
  test.runIf(hasComposePlugin)('compose itself takes it', () => {
    const env = { ...process.env, ...generateSecrets() }
    execFileSync('docker', ['compose', '--file', 'docker-compose.yml', 'config', '--quiet'], {
      cwd: repositoryRoot,
      env,
    })
  })
})
