import { MantineProvider } from '@mantine/core'
import { FOUNDING_CATEGORIES } from '@purple-sector/contracts/categories'
import { groupsOverviewSchema, invitationSchema, memberSchema } from '@purple-sector/contracts/groups/http'
import { foundUserSchema } from '@purple-sector/contracts/identity/http'
import { categorySchema, raceSchema, weekendSchema } from '@purple-sector/contracts/weekends/http'
import { userReply, weekendReply } from '@purple-sector/testing/replies'
import { QueryClientProvider } from '@tanstack/react-query'
import { configure, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, vi } from 'vitest'
import { createQueryClient } from '../../lib/query-client.ts'
import { ToastHost } from '../../ui/toast-host.tsx'
import { toasts } from '../../ui/toast-store.ts'
import { userQuery } from '../session/user-query.ts'
import { ActiveWeekendProvider } from '../weekends/active-weekend.tsx'
import { weekendsQuery } from '../weekends/weekend-queries.ts'
import { GroupsPage } from './groups-page.tsx'

// A dialog's script is fetched first: on a busy machine that takes its time.
configure({ asyncUtilTimeout: 10_000 })

type Sent = { method: string; path: string; body: unknown }
type Refusal = {
  status: number
  code: string
  message: string
  issues?: { path: string; message: string }[]
  retryAfter?: number
}

/** What the services hold; it may change in the midst of a test. */
export type GroupWorld = {
  groups?: object[]
  members?: object[]
  invitations?: object[]
  /** Into the first group. */
  sentInvitations?: object[]
  /** What every search for users finds. */
  found?: object[]
  races?: object[]
  weekends?: object[]
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers })

/** The services as the groups page sees them: lists in the contract's shapes, writes that are noted, answered or refused. */
const fakeServer = (world: GroupWorld) => {
  const sent: Sent[] = []
  const asked: string[] = []
  const refusals: Refusal[] = []
  const answers: object[] = []
  const failing = new Set<string>()
  const lists: [RegExp, () => unknown][] = [
    [
      /^\/api\/groups\/overview$/,
      () => groupsOverviewSchema.parse({ groups: world.groups ?? [], invitations: world.invitations ?? [] }),
    ],
    [/^\/api\/groups\/1\/invitations$/, () => invitationSchema.array().parse(world.sentInvitations ?? [])],
    [/^\/api\/users\/search\?q=/, () => foundUserSchema.array().parse(world.found ?? [])],
    [/^\/api\/groups\/\d+\/members$/, () => memberSchema.array().parse(world.members ?? [])],
    [/^\/api\/weekends\/\d+\/races$/, () => raceSchema.array().parse(world.races ?? [])],
    [/^\/api\/categories$/, () => categorySchema.array().parse(FOUNDING_CATEGORIES)],
  ]
  const fetch = async (path: string, init: RequestInit): Promise<Response> => {
    const method = init.method ?? 'GET'
    if (method === 'GET') {
      asked.push(path)
      if (failing.has(path)) return json({ code: 'UNAVAILABLE', message: 'The service is busy.', requestId: 'r' }, 503)
      return json(lists.find(([pattern]) => pattern.test(path))?.[1]() ?? [])
    }
    sent.push({ method, path, body: JSON.parse(String(init.body)) })
    const refusal = refusals.shift()
    if (!refusal) return json(answers.shift() ?? {})
    const { status, retryAfter, ...body } = refusal
    return json(
      { ...body, requestId: 'r' },
      status,
      retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    )
  }
  return { world, fetch, sent, asked, refusals, answers, failing }
}

/** A server with this world, anew for every test of a file; call it at the top of the file. */
export const groupServer = () => {
  let server = fakeServer({})
  const serve = (world: GroupWorld) => {
    server = fakeServer(world)
    vi.stubGlobal('fetch', server.fetch)
  }
  beforeEach(() => serve({}))
  afterEach(() => {
    vi.unstubAllGlobals()
    toasts.clear()
  })
  return {
    serve,
    /** As it is now: may be changed in the midst of a test. */
    get world() {
      return server.world
    },
    /** Paths that were read. */
    get asked() {
      return server.asked
    },
    get sent() {
      return server.sent
    },
    get refusals() {
      return server.refusals
    },
    get answers() {
      return server.answers
    },
    /** Paths whose reads fail. */
    get failing() {
      return server.failing
    },
  }
}

/** The groups page at an address, as kerbsider sees it on the first weekend of the world. */
export const openGroups = ({ weekends = [weekendReply()] }: GroupWorld = {}, search = '') => {
  const client = createQueryClient()
  client.setQueryData(userQuery.queryKey, userReply())
  client.setQueryData(weekendsQuery.queryKey, weekendSchema.array().parse(weekends))
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[`/groups${search}`]}>
          <ActiveWeekendProvider>
            <GroupsPage />
          </ActiveWeekendProvider>
        </MemoryRouter>
      </QueryClientProvider>
      <ToastHost />
    </MantineProvider>,
  )
  return client
}
