import type { CallDefinition, CallInput, CallReply } from '@purple-sector/contracts/call'
import type { RoomType } from '@purple-sector/contracts/chat/http'
import { findRoom } from '@purple-sector/contracts/chat/internal'
import type { EngagementEntry } from '@purple-sector/contracts/engagement/http'
import { findEngagementEntries, findEngagementPage } from '@purple-sector/contracts/engagement/internal'
import {
  findMemberships,
  listMemberships,
  type Membership,
  type MembershipKey,
} from '@purple-sector/contracts/groups/internal'
import type { SessionIdentity } from '@purple-sector/contracts/identity/http'
import { resolveSessions } from '@purple-sector/contracts/identity/internal'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import {
  findLeaderboard,
  findLeaderboardEntries,
  findLeaderboardPage,
  findProjectedLeaderboards,
  findSeasonLeaderboardEntries,
  findSeasonLeaderboardPage,
  findSeasonStandings,
  findStandings,
  type LeaderboardPage,
  type LeaderboardState,
  type ProjectedLeaderboard,
  type ProjectionRequest,
  readClock,
  type SeasonLeaderboardPage,
} from '@purple-sector/contracts/tipping/internal'
import { type SeasonScope, scopeKey, type WeekendScope } from '@purple-sector/contracts/tipping/scope'
import type { SeasonEntry } from '@purple-sector/contracts/tipping/seasons'
import { listCategories, listWeekends, type WeekendList } from '@purple-sector/contracts/weekends/internal'
import type { ServiceCalls } from '@purple-sector/service-kit'
import { busy } from '@purple-sector/service-kit/errors'

type Page = { limit: number; offset: number }

/**
 * The gateway's `/internal` calls to services, for replies from memory.
 * Returns an empty result if the service is not installed. Throws if the service does not reply, or answers 404.
 */
export type InternalApi = {
  sessions(hashes: string[]): Promise<SessionIdentity[]>
  /** All weekends with their races, or only the requested one, in list order. */
  weekends(weekendId?: number): Promise<WeekendList>
  categories(): Promise<CallReply<typeof listCategories>>
  leaderboard(scope: WeekendScope): Promise<LeaderboardState>
  leaderboardPage(scope: WeekendScope, page: Page): Promise<LeaderboardPage>
  /** The leaderboard rows of up to 1,000 users; users who do not take part are left out. */
  leaderboardEntries(scope: WeekendScope, userIds: string[]): Promise<Entry[]>
  standings(scope: WeekendScope, userIds: string[]): Promise<CallReply<typeof findStandings>>
  seasonLeaderboardPage(scope: SeasonScope, page: Page): Promise<SeasonLeaderboardPage>
  /** The rows of up to 1,000 users, each as its user sees it; users who do not take part are left out. */
  seasonLeaderboardEntries(scope: SeasonScope, userIds: string[]): Promise<SeasonEntry[]>
  seasonStandings(scope: SeasonScope, userIds: string[]): Promise<CallReply<typeof findSeasonStandings>>
  /** Projected leaderboards: as if this race ended in this order; none if tipping is not installed. */
  projectedLeaderboards(request: ProjectionRequest): Promise<ProjectedLeaderboard[]>
  /** A page of the engagement board. */
  engagementPage(weekendId: number, page: Page): Promise<CallReply<typeof findEngagementPage>>
  engagementEntries(weekendId: number, userIds: string[]): Promise<EngagementEntry[]>
  /** All memberships of groups; none if groups is not installed. */
  memberships(): AsyncIterable<Membership>
  /** Finds up to 500 memberships; omits those that do not exist. */
  findMemberships(keys: MembershipKey[]): Promise<Membership[]>
  /** A chat room's counts, slow mode and authors; undefined if chat is not installed. */
  room(type: RoomType, id: number): Promise<CallReply<typeof findRoom> | undefined>
  /** The time of tipping's database, which decides deadlines, in ms; undefined if tipping is not installed. */
  clock(): Promise<number | undefined>
}

const NO_LEADERBOARD: LeaderboardState = { version: 0, total: 0, entries: [], ranks: [] }

export const createInternalApi = (calls: ServiceCalls): InternalApi => {
  /** Calls a service; undefined if it is not installed. */
  const find = async <const Definition extends CallDefinition>(
    definition: Definition,
    input: CallInput<Definition>,
  ): Promise<CallReply<Definition> | undefined> => {
    const outcome = await calls.request(definition, input)
    if (outcome.kind === 'not-found') throw busy(new Error(`${definition.service} has no ${definition.path}`))
    return outcome.kind === 'reply' ? outcome.reply : undefined
  }
  /** Calls a service that must be installed; throws otherwise. */
  const request = async <const Definition extends CallDefinition>(
    definition: Definition,
    input: CallInput<Definition>,
  ): Promise<CallReply<Definition>> => {
    const reply = await find(definition, input)
    if (reply === undefined) throw busy(new Error(`${definition.service} is not installed`))
    return reply
  }

  return {
    sessions: async (hashes) => (await find(resolveSessions, { request: { hashes } }))?.sessions ?? [],
    async weekends(weekendId) {
      const list = (await find(listWeekends, { query: { weekendId } })) ?? []
      return weekendId === undefined ? list : list.filter(({ weekend }) => weekend.id === weekendId)
    },
    categories: async () => (await find(listCategories, {})) ?? [],
    leaderboard: async (scope) =>
      (await find(findLeaderboard, { query: { scope: scopeKey(scope) } })) ?? NO_LEADERBOARD,
    leaderboardPage: (scope, page) => request(findLeaderboardPage, { query: { scope: scopeKey(scope), ...page } }),
    leaderboardEntries: async (scope, userIds) =>
      (await request(findLeaderboardEntries, { request: { scope, userIds } })).entries,
    standings: async (scope, userIds) =>
      (await find(findStandings, { request: { scope, userIds } })) ?? { version: 0, standings: [] },
    seasonLeaderboardPage: (scope, page) =>
      request(findSeasonLeaderboardPage, { query: { scope: scopeKey(scope), ...page } }),
    seasonLeaderboardEntries: async (scope, userIds) =>
      (await request(findSeasonLeaderboardEntries, { request: { scope, userIds } })).entries,
    seasonStandings: (scope, userIds) => request(findSeasonStandings, { request: { scope, userIds } }),
    projectedLeaderboards: async (request) => (await find(findProjectedLeaderboards, { request }))?.leaderboards ?? [],
    engagementPage: (weekendId, page) => request(findEngagementPage, { params: { weekendId }, query: page }),
    engagementEntries: async (weekendId, userIds) =>
      (await request(findEngagementEntries, { params: { weekendId }, request: { userIds } })).entries,
    async *memberships() {
      for (let after: string | undefined; ; ) {
        const page = await find(listMemberships, { query: { after } })
        if (page === undefined) return
        yield* page.memberships
        if (page.next === null) return
        after = page.next
      }
    },
    findMemberships: async (keys) => (await find(findMemberships, { request: { wanted: keys } }))?.memberships ?? [],
    room: (type, id) => find(findRoom, { params: { type, id } }),
    async clock() {
      const reply = await find(readClock, {})
      return reply && Date.parse(reply.now)
    },
  }
}
