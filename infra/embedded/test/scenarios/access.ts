import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { ADMINISTRATOR, type ProductProcess } from '../product-process.ts'

type Operation = { method: string; path: string }

/** Calls and their audience, as docs/contract.md lists them. */
const contract = [
  ...readFileSync(new URL('../../../../docs/contract.md', import.meta.url), 'utf8').matchAll(
    /^\| `(\w+) (\S+)` \| (\w+) \|/gm,
  ),
].map(([, method = '', path = '', caller = '']) => ({ method, path, caller }))
const callsOf = (audience: string) => contract.filter(({ caller }) => caller === audience)
const nameOf = ({ method, path }: Operation): string => `${method} ${path}`
/** Calls that end the caller's own session. */
const ENDING = ['/api/logout', '/api/auth/logout-everywhere']
const CONCURRENCY = 8

let product: ProductProcess
let operations: Operation[]

const withUnknownIds = (path: string): string => path.replace(/\{[^}]+\}/g, '2147483000')
const call = async ({ method, path }: Operation, cookie?: string): Promise<number> => {
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const reply = await fetch(`${product.url}${withUnknownIds(path)}`, {
    method,
    redirect: 'manual',
    headers: { ...(hasBody ? { 'content-type': 'application/json' } : {}), ...(cookie ? { cookie } : {}) },
    ...(hasBody ? { body: '{}' } : {}),
  })
  await reply.arrayBuffer()
  return reply.status
}
const signIn = async (path: string, body: object): Promise<string> => {
  const reply = await fetch(`${product.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(reply.ok).toBe(true)
  return String(reply.headers.get('set-cookie')).split(';')[0] ?? ''
}
/** Runs several calls in parallel: a call about an unknown entity waits a second or two for its event. */
const callAll = async (requested: Operation[], cookie?: string) => {
  const statusByCall: Record<string, number> = {}
  const queue = requested.values()
  const next = async () => {
    for (const operation of queue) statusByCall[nameOf(operation)] = await call(operation, cookie)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, next))
  return statusByCall
}
const isAdmin = ({ method, path }: Operation) =>
  path.startsWith('/api/admin/') ||
  (path.startsWith('/api/live-timing/') && (method !== 'GET' || /\/(source|sources|feed)$/.test(path)))
const withStatus = (statusByCall: Record<string, number>, matches: (status: number) => boolean) =>
  Object.entries(statusByCall).filter(([, status]) => matches(status))

export const access = (getProduct: () => ProductProcess): void => {
  describe('access to every call of the OpenAPI document', () => {
    beforeAll(async () => {
      product = getProduct()
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
      expect(withStatus(await callAll(guarded), (status) => status !== 401)).toEqual([])
    })
    test('a fan gets 403 from every administrator’s call', async () => {
      const fan = await signIn('/api/auth/register', { email: 'fan@access.test', password: 'eight laps to go' })
      expect(withStatus(await callAll(operations.filter(isAdmin), fan), (status) => status !== 403)).toEqual([])
    })
    test('an administrator gets access, and an empty body never causes a server error', async () => {
      const admin = await signIn('/api/auth/login', ADMINISTRATOR)
      const harmless = operations.filter(({ path }) => !ENDING.includes(path) && !path.startsWith('/api/auth/oidc'))
      const statusByCall = await callAll(harmless, admin)
      expect(withStatus(statusByCall, (status) => status >= 500)).toEqual([])
      const adminCalls = Object.fromEntries(
        Object.entries(statusByCall).filter(([name]) => name.includes('/api/admin/')),
      )
      expect(withStatus(adminCalls, (status) => status === 401 || status === 403)).toEqual([])
      // The calls paused and resumed it, in any order.
      expect(await call({ method: 'POST', path: '/api/live-timing/resume' }, admin)).toBe(200)
    })
    test('internal calls are not reachable from outside', async () => {
      for (const path of [
        '/internal/clock',
        '/internal/users/someone/export',
        '/metrics',
        '/api/../internal/clock',
        '/api/%2e%2e/internal/clock',
      ]) {
        const reply = await fetch(`${product.url}${path}`, { headers: { accept: 'application/json' } })
        expect([path, reply.status]).toEqual([path, 404])
      }
    })
  })
}
