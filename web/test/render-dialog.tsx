import { MantineProvider } from '@mantine/core'
import { FOUNDING_CATEGORIES } from '@purple-sector/contracts/categories'
import { userReply, weekendReply } from '@purple-sector/testing/replies'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { createQueryClient } from '../src/client/api/query-client.ts'
import { LiveContext } from '../src/client/realtime/realtime-context.ts'
import { userQuery } from '../src/features/session/user-query.ts'
import { theme } from '../src/ui/theme/theme.ts'
import { ToastHost } from '../src/ui/toasts/toast-host.tsx'
import { toasts } from '../src/ui/toasts/toast-store.ts'

export const MAIN = 'Repco Supercars Championship'

type Replies = Record<string, unknown>

/** Fake services by path: a value, an error status, or a function. Reset for every test. */
export const dialogServer = () => {
  const server = {
    replies: {} as Replies,
    requests: [] as string[],
    sent: [] as { method: string; path: string; body: unknown }[],
  }
  const common: Replies = {
    '/api/auth/user': userReply(),
    '/api/weekends': [weekendReply()],
    '/api/categories': FOUNDING_CATEGORIES,
    '/api/weekends/1/races': [],
    '/api/tips/1': [],
  }
  beforeEach(() => {
    server.replies = {}
    server.requests = []
    server.sent = []
    // jsdom has no layout, and a list renders the rows for which there is room.
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(700)
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(860)
    vi.stubGlobal('IntersectionObserver', SeesAll)
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      const method = init.method ?? 'GET'
      const { pathname } = new URL(path, 'http://localhost')
      if (method === 'GET') server.requests.push(path)
      else server.sent.push({ method, path, body: JSON.parse(String(init.body)) })
      const reply = { ...common, ...server.replies }[method === 'GET' ? pathname : `${method} ${pathname}`]
      if (reply instanceof Response) return reply.clone()
      if (typeof reply === 'number')
        return Response.json(
          { code: 'UNAVAILABLE', message: 'The service is busy.', requestId: 'r' },
          { status: reply },
        )
      if (reply === undefined) return new Promise<Response>(() => {})
      return Response.json(reply)
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    toasts.clear()
    localStorage.clear()
  })
  return server
}

class SeesAll implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  readonly #seen: IntersectionObserverCallback
  constructor(callback: IntersectionObserverCallback) {
    this.#seen = callback
  }
  observe(target: Element): void {
    this.#seen([{ target, isIntersecting: true } as IntersectionObserverEntry], this)
  }
  unobserve(): void {}
  disconnect(): void {}
  takeRecords = () => []
}

/** A board's reply, with the paging headers. */
export const boardReply = (entries: readonly object[], total = entries.length, version = 3): Response =>
  new Response(JSON.stringify(entries), {
    headers: { 'x-board-version': String(version), 'x-total-count': String(total) },
  })

/** A dialog for the user kerbsider, LIVE or OFFLINE. */
export const renderDialog = (dialog: ReactElement, isLive = true) => {
  const client = createQueryClient()
  client.setQueryData(userQuery.queryKey, userReply())
  const lostAt = isLive ? null : Date.now()
  render(
    <MantineProvider theme={theme}>
      <QueryClientProvider client={client}>
        <LiveContext value={{ state: isLive ? 'LIVE' : 'OFFLINE', isLive, lostAt, retryAt: null }}>
          {dialog}
        </LiveContext>
      </QueryClientProvider>
      <ToastHost />
    </MantineProvider>,
  )
  return client
}
