import { FOUNDING_CATEGORIES } from '@purple-sector/contracts/categories'
import {
  carSchema,
  categorySchema,
  contentsSchema,
  raceSchema,
  weekendSchema,
} from '@purple-sector/contracts/weekends/http'
import { seasonSchema } from '@purple-sector/contracts/weekends/seasons'
import { userReply } from '@purple-sector/testing/replies'
import { fireEvent, screen } from '@testing-library/react'
import { SetupPage } from '../src/features/admin/setup/routes/setup-page.tsx'
import { createTestServer, type Rejection, rejectionReply } from './create-test-server.ts'
import { openPage } from './render-page.tsx'

type Sent = { method: string; path: string; body: unknown; key: string | null; version: string | null }
type ServerState = {
  weekends?: object[]
  races?: object[]
  cars?: object[]
  contents?: object
  categories?: object[]
  seasons?: object[]
}

/** The services of Setup: lists in the contract's shapes, and writes that are recorded, answered or refused. */
const fakeServer = ({
  weekends = [],
  races = [],
  cars = [],
  contents,
  seasons = [],
  categories = FOUNDING_CATEGORIES.map((category) => ({ ...category })),
}: ServerState) => {
  const lists: Record<string, () => unknown> = {
    '/api/admin/weekends': () => weekendSchema.array().parse(weekends),
    '/api/weekends': () => weekendSchema.array().parse(weekends),
    '/api/admin/races': () => raceSchema.array().parse(races),
    '/api/admin/cars': () => carSchema.array().parse(cars),
    '/api/seasons': () => seasonSchema.array().parse(seasons),
    '/api/categories': () => categorySchema.array().parse(categories),
  }
  const sent: Sent[] = []
  /** Answers of the coming writes; undefined for one that succeeds. */
  const rejections: (Rejection | undefined)[] = []
  const replies: object[] = []

  const replyTo = (path: string): unknown => {
    if (path.endsWith('/contents')) return contentsSchema.parse(contents)
    return lists[path.replace(/\/\d+$/, '')]?.() ?? []
  }
  const fetch = async (path: string, init: RequestInit): Promise<Response> => {
    const method = init.method ?? 'GET'
    if (method === 'GET') return new Response(JSON.stringify(replyTo(path)))
    const headers = new Headers(init.headers)
    const body = init.body instanceof FormData ? init.body : JSON.parse(String(init.body))
    sent.push({ method, path, body, key: headers.get('idempotency-key'), version: headers.get('if-match') })
    const rejection = rejections.shift()
    if (rejection) return rejectionReply(rejection)
    return method === 'DELETE' ? new Response(null, { status: 204 }) : new Response(JSON.stringify(replies.shift()))
  }
  return { fetch, sent, rejections, answers: replies }
}

export const setupServer = (state: ServerState) => createTestServer(fakeServer, state)

export const click = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

/** Setup at an address, about the first of these weekends. */
export const openSetup = (search: string, { weekends = [] }: ServerState) =>
  openPage(<SetupPage />, `/admin${search}`, userReply({ isAdmin: true }), weekends)
