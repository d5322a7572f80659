import { MantineProvider } from '@mantine/core'
import { FOUNDING_CATEGORIES } from '@purple-sector/contracts/categories'
import type { User } from '@purple-sector/contracts/identity/http'
import {
  carSchema,
  categorySchema,
  contentsSchema,
  raceSchema,
  weekendSchema,
} from '@purple-sector/contracts/weekends/http'
import { QueryClientProvider } from '@tanstack/react-query'
import { configure, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, vi } from 'vitest'
import { createQueryClient } from '../../lib/query-client.ts'
import { ToastHost } from '../../ui/toast-host.tsx'
import { toasts } from '../../ui/toast-store.ts'
import { userQuery } from '../session/user-query.ts'
import { ActiveWeekendProvider } from '../weekends/active-weekend.tsx'
import { weekendsQuery } from '../weekends/weekend-queries.ts'
import { SetupPage } from './setup-page.tsx'

// A tab's script is fetched first: on a busy machine that takes its time.
configure({ asyncUtilTimeout: 10_000 })

type Sent = { method: string; path: string; body: unknown; key: string | null }
type World = { weekends?: object[]; races?: object[]; cars?: object[]; contents?: object; categories?: object[] }
type Refusal = { status: number; code: string; message: string; issues?: { path: string; message: string }[] }

/** The services as Setup sees them: lists in the contract's shapes, and writes that are noted, answered or refused. */
const fakeServer = ({
  weekends = [],
  races = [],
  cars = [],
  contents,
  categories = FOUNDING_CATEGORIES.map((category) => ({ ...category })),
}: World) => {
  const lists: Record<string, () => unknown> = {
    '/api/admin/weekends': () => weekendSchema.array().parse(weekends),
    '/api/admin/races': () => raceSchema.array().parse(races),
    '/api/admin/cars': () => carSchema.array().parse(cars),
    '/api/categories': () => categorySchema.array().parse(categories),
  }
  const sent: Sent[] = []
  const refusals: Refusal[] = []
  const answers: object[] = []

  const read = (path: string): unknown => {
    if (path.endsWith('/contents')) return contentsSchema.parse(contents)
    return lists[path.replace(/\/\d+$/, '')]?.() ?? []
  }
  const fetch = async (path: string, init: RequestInit): Promise<Response> => {
    const method = init.method ?? 'GET'
    if (method === 'GET') return new Response(JSON.stringify(read(path)))
    const key = new Headers(init.headers).get('idempotency-key')
    sent.push({ method, path, body: init.body instanceof FormData ? init.body : JSON.parse(String(init.body)), key })
    const refusal = refusals.shift()
    if (refusal) {
      const { status, ...body } = refusal
      return new Response(JSON.stringify({ ...body, requestId: 'r' }), { status })
    }
    return method === 'DELETE' ? new Response(null, { status: 204 }) : new Response(JSON.stringify(answers.shift()))
  }
  return { fetch, sent, refusals, answers }
}

/** A server with this world, anew for every test of a file; call it at the top of the file. */
export const setupServer = (world: World) => {
  let server = fakeServer(world)
  const serve = (other: World) => {
    server = fakeServer(other)
    vi.stubGlobal('fetch', server.fetch)
  }
  beforeEach(() => serve(world))
  afterEach(() => {
    vi.unstubAllGlobals()
    toasts.clear()
  })
  return {
    /** Another world for the test at hand. */
    serve,
    get sent() {
      return server.sent
    },
    get refusals() {
      return server.refusals
    },
    get answers() {
      return server.answers
    },
  }
}

export const click = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

/** Setup at an address, about the first of these weekends. */
export const openSetup = (search: string, { weekends = [] }: World) => {
  const client = createQueryClient()
  const known = weekendSchema.array().parse(weekends)
  client.setQueryData(userQuery.queryKey, { isAdmin: true, preferredWeekendId: null } as User)
  client.setQueryData(weekendsQuery.queryKey, known)
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[`/admin${search}`]}>
          <ActiveWeekendProvider>
            <SetupPage />
          </ActiveWeekendProvider>
        </MemoryRouter>
      </QueryClientProvider>
      <ToastHost />
    </MantineProvider>,
  )
  return client
}
