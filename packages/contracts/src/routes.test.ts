import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ROUTES } from './all-routes.ts'
import { idParams } from './common.ts'
import { defineRoute, openapiPath, type RouteAccess, type RouteDefinition } from './route.ts'

const page = readFileSync(new URL('../../../docs/contract.md', import.meta.url), 'utf8')

/** The role of each access, as docs/contract.md names it. */
const ROLES: Record<RouteAccess, string> = {
  public: 'anybody',
  'open-data': 'anybody',
  user: 'fan',
  admin: 'administrator',
}

test('docs/contract.md lists exactly the defined calls, each with its role', () => {
  const documented = [...page.matchAll(/^\| `(\w+) (\S+)` \| (\w+) \|/gm)].map(
    ([, method, path, role]) => `${method} ${path} ${role}`,
  )
  const defined = ROUTES.map(({ method, path, access }) => `${method} ${openapiPath(path)} ${ROLES[access]}`)
  expect(defined.length).toBeGreaterThan(150)
  expect(documented.toSorted()).toEqual(defined.toSorted())
})

test('calls differ in method or path, and each has a summary', () => {
  const addresses = ROUTES.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
  for (const { summary } of ROUTES) expect(summary).toMatch(/^[A-Z].{5,}[^.]$/)
})

test('only leaderboards of a weekend and of a group can be projected', () => {
  const projectable = ROUTES.filter(({ query }) => query instanceof z.ZodObject && 'projected' in query.shape)
  expect(projectable.map(({ path }) => path)).toEqual([
    '/api/weekends/:id/leaderboard',
    '/api/groups/:id/leaderboard/:weekendId',
  ])
})

test('only reads are cached, and only writes are shed', () => {
  for (const { method, cache, shedClass } of ROUTES) {
    if (cache) expect(method).toBe('GET')
    if (shedClass) expect(method).not.toBe('GET')
  }
})

const example = {
  service: 'chat',
  method: 'GET',
  path: '/api/chat/:id',
  access: 'user',
  summary: 'Read an example',
  replies: { 200: z.null() },
} as const

test('rejects a definition whose path has other parameters than its schema', () => {
  expect(() => defineRoute({ ...example, params: idParams })).not.toThrow()
  expect(() => defineRoute(example)).toThrow('/api/chat/:id has other parameters than its schema')
})

test('rejects a GET with a body', () => {
  expect(() => defineRoute({ ...example, params: idParams, body: z.object({}) })).toThrow(
    'GET /api/chat/:id has a body',
  )
})

test('shapes of all contracts have ids of their own', () => {
  // All modules are loaded where a product runs in one process, and their schemas share one registry.
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'))
  const ids = files.flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/\.meta\(\{\s*id: '(\w+)'/g)].map(
      ([, id]) => id,
    ),
  )
  expect(ids.length).toBeGreaterThan(60)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

test('caches of the gateway answer calls of fans, and open data open data', () => {
  const cached = ROUTES.filter(({ cache }: RouteDefinition) => cache !== undefined)
  expect(cached.length).toBeGreaterThan(10)
  for (const { path, method, access, cache } of cached as RouteDefinition[])
    expect([path, method, access]).toEqual([path, 'GET', cache === 'open-data' ? 'open-data' : 'user'])
})
