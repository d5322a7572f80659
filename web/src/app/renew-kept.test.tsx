import { userReply } from '@purple-sector/testing/replies'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userQuery } from '../features/session/user-query.ts'
import { KEPT_PAGES } from '../lib/kept-pages.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { letUse } from './let-use.ts'
import { dateKept, keptQueries, renewKept } from './renew-kept.ts'

/** A moment ago: nothing asks for it by itself. */
const AT = Date.now() - 60_000
let client: QueryClient
let asked: string[]
let user: unknown
const forgotten = vi.fn(async () => true)
const reload = vi.fn()

beforeEach(() => {
  asked = []
  user = userReply({ id: 'ann' })
  document.body.innerHTML = '<div id="root" inert><p>Of Ann</p></div>'
  vi.stubGlobal('caches', { delete: forgotten })
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return Response.json(user)
  })
  client = createQueryClient()
  client.setQueryData(userQuery.queryKey, userReply({ id: 'ann' }))
  dateKept(client, AT)
  new QueryObserver(client, userQuery).subscribe(() => {})
})
afterEach(() => {
  client.clear()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

test('all is asked for anew as soon as the page can be used, and is of then until it is here', async () => {
  expect(keptQueries(client, AT)).toHaveLength(1)
  renewKept(client, reload)
  expect(asked).toEqual([])
  letUse()
  await vi.waitFor(() => expect(keptQueries(client, AT)).toEqual([]))
  expect(asked).toEqual(['/api/auth/user'])
  letUse()
  expect([asked.length, reload.mock.calls.length, forgotten.mock.calls.length]).toEqual([1, 0, 0])
})

test('of a page that was somebody else’s nothing stays', async () => {
  user = userReply({ id: 'bob' })
  renewKept(client, reload)
  letUse()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(forgotten).toHaveBeenCalledWith(KEPT_PAGES)
  expect(document.body.textContent).not.toContain('Of Ann')
})
