import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { ADMINISTRATOR, type ProductProcess } from '../product-process.ts'

type Operation = { method: string; path: string }

/** Access to every call, as docs/contract.md defines it. */
const contract = [
  ...readFileSync(new URL('../../../../docs/contract.md', import.meta.url), 'utf8').matchAll(
    /^\| `(\w+) (\S+)` \| (\w+) \|/gm,
  ),
].map(([, method = '', path = '', who = '']) => ({ method, path, who }))
const callsOf = (audience: string) => contract.filter(({ who }) => who === audience)
const nameOf = ({ method, path }: Operation): string => `${method} ${path}`
/** Calls that end the caller's own session. */
const ENDING = ['/api/logout', '/api/auth/logout-everywhere']
const CONCURRENCY = 8

let product: ProductProcess
let operations: Operation[]

const concrete = (path: string): string => path.replace(/\{[^}]+\}/g, '2147483000')
const call = async ({ method, path }: Operation, cookie?: string): Promise<number> => {
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const reply = await fetch(`${product.url}${concrete(path)}`, {
    method,
    redirect: 'manual',
    headers: { ...(hasBody ? { 'content-type': 'application/json' } : {}), ...(cookie ? { cookie } : {}) },
    ...(hasBody ? { body: '{}' } : {}),
  })
  await reply.arrayBuffer()
  return reply.status
}
const sessionOf = async (path: string, body: object): Promise<string> => {
  const reply = await fetch(`${product.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(reply.ok).toBe(true)
  return String(reply.headers.get('set-cookie')).split(';')[0] ?? ''
}
/** Runs several calls in parallel: a call about an unknown entity waits a second or two for its event. */
const statuses = async (chosen: Operation[], cookie?: string) => {
  const answered: Record<string, number> = {}
  const waiting = chosen.values()
  const next = async () => {
    for (const operation of waiting) answered[nameOf(operation)] = await call(operation, cookie)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, next))
  return answered
}
const isAdmin = ({ method, path }: Operation) =>
  path.startsWith('/api/admin/') ||
  (path.startsWith('/api/live-timing/') && (method !== 'GET' || /\/(source|sources|feed)$/.test(path)))
const withStatus = (answered: Record<string, number>, wanted: (status: number) => boolean) =>
  Object.entries(answered).filter(([, status]) => wanted(status))

export const access = (running: () => ProductProcess): void => {
  describe('access to every call of the OpenAPI document', () => {
    beforeAll(async () => {
      product = running()
      const document = (await (await fetch(`${product.url}/api/docs/json`)).json()) as { paths: Record<string, object> }
      operations = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
      )
    })
    test('the document lists the same calls as docs/contract.md', () => {
      expect(operations.map(nameOf).toSorted()).toEqual(contract.map(nameOf).toSorted())
      expect(operations.filter(isAdmin).map(nameOf).toSorted()).toEqual(callsOf('administrator').map(nameOf).toSorted())
    })
    test('a visitor gets 401 everywhere except for the public calls', async () => {
      const guarded = [...callsOf('fan'), ...callsOf('administrator')]
      expect(withStatus(await statuses(guarded), (status) => status !== 401)).toEqual([])
    })
    test('a fan gets 403 from every administrator’s call', async () => {
      const fan = await sessionOf('/api/auth/register', { email: 'fan@access.test', password: 'eight laps to go' })
      expect(withStatus(await statuses(operations.filter(isAdmin), fan), (status) => status !== 403)).toEqual([])
    })
    test('an administrator gets access, and an empty body never causes a server error', async () => {
      const admin = await sessionOf('/api/auth/login', ADMINISTRATOR)
      const harmless = operations.filter(({ path }) => !ENDING.includes(path) && !path.startsWith('/api/auth/oidc'))
      const answered = await statuses(harmless, admin)
      expect(withStatus(answered, (status) => status >= 500)).toEqual([])
      const refused = Object.fromEntries(Object.entries(answered).filter(([name]) => name.includes('/api/admin/')))
      expect(withStatus(refused, (status) => status === 401 || status === 403)).toEqual([])
      // The calls paused and resumed it, in any order.
      expect(await call({ method: 'POST', path: '/api/live-timing/resume' }, admin)).toBe(200)
    })
    test('internal calls are not reachable from outside', async () => {
      for (const path of [
        '/internal/openapi',
        '/metrics',
        '/api/../internal/openapi',
        '/api/%2e%2e/internal/openapi',
      ]) {
        const reply = await fetch(`${product.url}${path}`, { headers: { accept: 'application/json' } })
        expect([path, reply.status]).toEqual([path, 404])
      }
    })
  })
}
