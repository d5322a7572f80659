import { listMemberships, type Membership } from '@purple-sector/contracts/groups/internal'
import { resolveSessionsReply, type SessionIdentity } from '@purple-sector/contracts/identity/http'
import {
  type BoardState,
  type Entry,
  type Standing,
  standingsReply,
  type standingsRequest,
} from '@purple-sector/contracts/tipping/http'
import {
  type BoardPage,
  boardEntriesReply,
  boardPageReply,
  boardReply,
  clockReply,
} from '@purple-sector/contracts/tipping/internal'
import { type WeekendList, weekendListSchema } from '@purple-sector/contracts/weekends/internal'
import type { ServiceCall, ServiceCalls } from '@purple-sector/service-kit'
import { busy } from '@purple-sector/service-kit/errors'
import { z } from 'zod'

/**
 * What the gateway asks the owners of data by `/internal` calls, because it answers from memory what was theirs to
 * say. A service that is not installed has nothing; one that does not answer throws.
 */
export type Owners = {
  sessions(hashes: string[]): Promise<SessionIdentity[]>
  /** All weekends with their sessions, or the one asked for, in list order. */
  weekends(weekendId?: number): Promise<WeekendList>
  board(weekendId: number, groupId: number | null): Promise<BoardState>
  boardPage(weekendId: number, page: { limit: number; offset: number }): Promise<BoardPage>
  /** The rows of up to 1,000 users; who takes no part is left out. */
  boardEntries(weekendId: number, userIds: string[]): Promise<Entry[]>
  /** All memberships of groups; nobody's where there is no groups service. */
  memberships(): AsyncIterable<Membership>
  standings(request: z.input<typeof standingsRequest>): Promise<{ version: number; standings: Standing[] }>
  /** The time of the database that decides about deadlines, in ms; undefined where tipping is not installed. */
  clock(): Promise<number | undefined>
  /** The OpenAPI document of a service, undefined where it is not installed. */
  openapi(service: string): Promise<Record<string, unknown> | undefined>
}

const ofGroup = (groupId: number | null): string => (groupId === null ? '' : `?groupId=${groupId}`)

export const createOwners = (calls: ServiceCalls): Owners => {
  const ask = async <T>(service: string, call: ServiceCall, reply: z.ZodType<T>, nothing?: T): Promise<T> => {
    const { status, body } = await calls.call(service, call)
    if (status === 200) return reply.parse(body)
    if (status === 404 && nothing !== undefined) return nothing
    throw busy(new Error(`${service} answered ${call.path} with ${status}`))
  }
  return {
    async sessions(hashes) {
      const call: ServiceCall = { method: 'POST', path: '/internal/sessions/resolve', body: { hashes } }
      return (await ask('identity', call, resolveSessionsReply, { sessions: [] })).sessions
    },
    async weekends(weekendId) {
      const path = weekendId === undefined ? '/internal/weekends' : `/internal/weekends?weekendId=${weekendId}`
      const list = await ask('weekends', { method: 'GET', path }, weekendListSchema, [])
      return weekendId === undefined ? list : list.filter(({ weekend }) => weekend.id === weekendId)
    },
    board: (weekendId, groupId) =>
      ask('tipping', { method: 'GET', path: `/internal/boards/${weekendId}${ofGroup(groupId)}` }, boardReply, {
        weekendId,
        groupId,
        version: 0,
        total: 0,
        entries: [],
        ranks: [],
      }),
    boardPage: (weekendId, { limit, offset }) =>
      ask(
        'tipping',
        { method: 'GET', path: `/internal/boards/${weekendId}/page?limit=${limit}&offset=${offset}` },
        boardPageReply,
      ),
    async boardEntries(weekendId, userIds) {
      const call: ServiceCall = { method: 'POST', path: `/internal/boards/${weekendId}/entries`, body: { userIds } }
      return (await ask('tipping', call, boardEntriesReply)).entries
    },
    standings: (request) =>
      ask('tipping', { method: 'POST', path: '/internal/standings', body: request }, standingsReply, {
        version: 0,
        standings: [],
      }),
    async *memberships() {
      for (let after: string | undefined; ; ) {
        const page = await calls.ask(listMemberships, { query: { after } })
        // Without groups nobody is in one.
        if (page.kind !== 'reply') return
        yield* page.reply.memberships
        if (page.reply.next === null) return
        after = page.reply.next
      }
    },
    async clock() {
      const { status, body } = await calls.call('tipping', { method: 'GET', path: '/internal/clock' })
      if (status === 404) return undefined
      if (status !== 200) throw busy(new Error(`tipping answered /internal/clock with ${status}`))
      return Date.parse(clockReply.parse(body).now)
    },
    async openapi(service) {
      const { status, body } = await calls.call(service, { method: 'GET', path: '/internal/openapi' })
      return status === 200 ? z.record(z.string(), z.unknown()).parse(body) : undefined
    },
  }
}
