import { z } from 'zod'
import type { HttpClient } from '../fans/http-client.ts'
import { checkedCalls, UnexpectedReply } from '../fans/product-api.ts'
import { tipReply } from '../fans/replies.ts'

const id = z.int().positive()
const seasonReply = z.object({
  id,
  weekends: z.array(z.object({ weekendId: id, round: z.int(), multiplier: z.number() })),
})

const weekendJoker = z.object({ weekendId: id })

/** A row without the parts that depend on the product's avatars. */
const entryReply = z.object({
  userId: z.string(),
  position: z.int().nullable(),
  totalPoints: z.int().nullable(),
  weekendsPlayed: z.int(),
  weekendsWon: z.int(),
  bestWeekend: z.object({ weekendId: id, points: z.int() }).nullable(),
  picks: z.object({ first: z.int(), second: z.int(), third: z.int() }),
  rounds: z.array(z.object({ weekendId: id, seasonPoints: z.int().nullable(), state: z.string() })),
  form: z.array(z.int()),
  positionChange: z.int(),
  jokers: z.array(weekendJoker),
  joker: weekendJoker.nullable(),
  tieBreak: z.string().nullable(),
})

const ownSeasonReply = z.object({
  seasonId: id,
  position: z.int().nullable(),
  shared: z.boolean(),
  totalPoints: z.int(),
  jokersLeft: z.int(),
  maxReachable: z.int().nullable(),
  canWin: z.boolean(),
  clinched: z.boolean(),
  weekends: z.array(
    z.object({
      weekendId: id,
      round: z.int(),
      multiplier: z.number(),
      points: z.int().nullable(),
      seasonPoints: z.int().nullable(),
      counted: z.boolean(),
      dropped: z.boolean(),
      missed: z.boolean(),
      beforeJoining: z.boolean(),
      void: z.boolean(),
      joker: z.boolean(),
      position: z.int().nullable(),
    }),
  ),
})

export type SeasonEntryReply = z.output<typeof entryReply>

const PAGE_SIZE = 100

/** Creates the public calls about seasons; each checks its reply and throws UnexpectedReply. */
export const seasonApi = (http: HttpClient) => {
  const { checked, request } = checkedCalls(http)
  const boardPath = (seasonId: number, groupId: number | null) =>
    groupId === null ? `/api/seasons/${seasonId}/leaderboard` : `/api/groups/${groupId}/season`
  const ownPath = (seasonId: number, groupId: number | null) =>
    groupId === null ? `/api/seasons/${seasonId}/me` : `/api/groups/${groupId}/season/me`
  return {
    create: (cookie: string, key: string, body: object) =>
      request(
        { method: 'POST', path: '/api/admin/seasons', cookie, body, headers: { 'idempotency-key': key } },
        seasonReply,
      ),
    change: (cookie: string, seasonId: number, body: object) =>
      request({ method: 'PATCH', path: `/api/admin/seasons/${seasonId}`, cookie, body }, seasonReply),
    remove: (cookie: string, seasonId: number) =>
      checked({ method: 'DELETE', path: `/api/admin/seasons/${seasonId}?reason=Played`, cookie }, [204, 404]),
    setRounds: (cookie: string, seasonId: number, body: { weekendId: number; multiplier: number }[]) =>
      request({ method: 'PUT', path: `/api/admin/seasons/${seasonId}/weekends`, cookie, body }, seasonReply),
    changeProfile: (cookie: string, body: object) =>
      checked({ method: 'PATCH', path: '/api/profile', cookie, body }, [200]),
    /** Also returns refusals: a joker that comes back is there a moment later. */
    playJoker: (cookie: string, seasonId: number, body: { weekendId: number; insteadOf?: number | undefined }) =>
      http.send({ method: 'PUT', path: `/api/seasons/${seasonId}/joker`, cookie, body }),
    tips: (cookie: string, weekendId: number) =>
      request(
        { method: 'GET', path: `/api/tips/${weekendId}`, cookie },
        z.array(tipReply.extend({ isAutomatic: z.boolean(), isCopy: z.boolean() })),
      ),
    /** Reads every page of a season leaderboard; `isConsistent` is false if it changed meanwhile. */
    async board(cookie: string, seasonId: number, groupId: number | null) {
      const entries: SeasonEntryReply[] = []
      const versions = new Set<string | undefined>()
      let total = 0
      do {
        const query = `limit=${PAGE_SIZE}&offset=${entries.length}`
        const call = { method: 'GET', path: `${boardPath(seasonId, groupId)}?${query}`, cookie }
        const reply = await checked(call, [200])
        const page = z.array(entryReply).safeParse(reply.body)
        total = Number(reply.headers['x-total-count'] ?? Number.NaN)
        if (!page.success || Number.isNaN(total)) throw new UnexpectedReply(call, reply)
        // The caller's own row is appended to a page that does not have it.
        entries.push(...page.data.slice(0, Math.min(PAGE_SIZE, total - entries.length)))
        versions.add(reply.headers['x-board-version'])
        if (page.data.length === 0) break
      } while (entries.length < total)
      return { entries, total, isConsistent: versions.size === 1 }
    },
    own: (cookie: string, seasonId: number, groupId: number | null) =>
      request({ method: 'GET', path: ownPath(seasonId, groupId), cookie }, ownSeasonReply),
  }
}

export type SeasonApi = ReturnType<typeof seasonApi>
