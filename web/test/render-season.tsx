import {
  chancesSchema,
  ownSeasonSchema,
  type SeasonEntry,
  seasonEntrySchema,
} from '@purple-sector/contracts/tipping/seasons'
import { raceSchema, weekendSchema } from '@purple-sector/contracts/weekends/http'
import { seasonSchema } from '@purple-sector/contracts/weekends/seasons'
import {
  chancesReply,
  ownSeasonReply,
  raceReply,
  seasonReply,
  userReply,
  weekendReply,
} from '@purple-sector/testing/replies'
import type { ReactElement } from 'react'
import { createTestServer, type Rejection, rejectionReply } from './create-test-server.ts'
import { openPage } from './render-page.tsx'

/** A season of four rounds: two completed, one on now, one to come that counts double. */
export const WEEKENDS = [
  weekendReply({ id: 1, name: 'Saltbush 360', startDate: '2026-05-02', endDate: '2026-05-03', status: 'completed' }),
  weekendReply({ id: 2, name: 'Red Dust 250', startDate: '2026-08-15', endDate: '2026-08-16', status: 'completed' }),
  weekendReply({ id: 3, name: 'Ironbark 400', startDate: '2026-10-17', endDate: '2026-10-18', status: 'live' }),
  weekendReply({ id: 4, name: 'Southern Cross 500', startDate: '2099-11-20', endDate: '2099-11-22' }),
].map((weekend, index) => ({ ...weekend, seasonId: 1, round: index + 1 }))

export const SEASON = seasonReply({
  status: 'active',
  jokers: 1,
  countBest: 3,
  weekends: [1, 2, 3, 4].map((weekendId) => ({ weekendId, round: weekendId, multiplier: weekendId === 4 ? 2 : 1 })),
})

type SeasonState = {
  seasons?: object[]
  current?: object
  weekends?: object[]
  own?: object
  chances?: object
  rows?: SeasonEntry[]
  total?: number
  races?: object[]
  /** Paths that fail. */
  broken?: RegExp
}

type Sent = { method: string; path: string; body: unknown }

/** The services behind the screens of a season, in the contract's shapes; writes are recorded, answered or refused. */
const fakeServer = ({
  seasons = [SEASON],
  current,
  weekends = WEEKENDS,
  own = ownSeasonReply(),
  chances = chancesReply(),
  rows = [],
  total = rows.length,
  races = [],
  broken,
}: SeasonState) => {
  const sent: Sent[] = []
  const rejections: Rejection[] = []
  const season = { own }
  const replyTo = (pathname: string, offset: number, limit: number): Response => {
    if (pathname === '/api/weekends') return Response.json(weekendSchema.array().parse(weekends))
    if (pathname === '/api/seasons') return Response.json(seasonSchema.array().parse(seasons))
    if (pathname === '/api/seasons/current')
      return current
        ? Response.json(seasonSchema.parse(current))
        : rejectionReply({ status: 404, code: 'NO_SEASON', message: 'There is no season.' })
    if (pathname.endsWith('/me')) return Response.json(ownSeasonSchema.parse(season.own))
    if (pathname.endsWith('/chances')) return Response.json(chancesSchema.parse(chances))
    if (pathname.includes('/seasons/') && pathname.endsWith('/leaderboard')) {
      const headers = { 'x-board-version': '3', 'x-total-count': String(total) }
      const page = rows.slice(offset, offset + limit)
      // The caller's own row is appended to a page without it.
      const own = rows.find(({ userId }) => userId === 'me')
      if (own && !page.includes(own)) page.push(own)
      return Response.json(seasonEntrySchema.array().parse(page), { headers })
    }
    if (/races$/.test(pathname)) {
      const id = Number(pathname.split('/').at(-2))
      return Response.json(
        raceSchema
          .array()
          .parse(races)
          .filter(({ weekendId }) => weekendId === id),
      )
    }
    return Response.json([])
  }
  const fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    if (broken?.test(pathname))
      return rejectionReply({ status: 503, code: 'UNAVAILABLE', message: 'The service is busy.' })
    const method = init.method ?? 'GET'
    if (method === 'GET')
      return replyTo(pathname, Number(searchParams.get('offset') ?? 0), Number(searchParams.get('limit') ?? 100))
    sent.push({ method, path, body: JSON.parse(String(init.body)) })
    const rejection = rejections.shift()
    if (rejection) return rejectionReply(rejection)
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(ownSeasonSchema.parse(season.own))
  }
  return { fetch, sent, rejections, season }
}

export const seasonServer = () => createTestServer(fakeServer, {} as SeasonState)

/** A race of a weekend that locks at its start minus two minutes, far ahead. */
export const openRace = (weekendId: number, overrides: Parameters<typeof raceReply>[0] = {}) =>
  raceReply({
    id: weekendId * 10,
    weekendId,
    scheduledStart: '2099-11-20T04:00:00.000Z',
    deadline: '2099-11-20T03:58:00.000Z',
    ...overrides,
  })

/** A screen of the season for the fan `me`. */
export const openSeasonScreen = (screen: ReactElement, address = '/season', weekends: object[] = WEEKENDS) =>
  openPage(screen, address, userReply({ id: 'me', username: 'me' }), weekends)
