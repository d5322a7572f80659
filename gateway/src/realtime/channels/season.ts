import { MAX_ID } from '@purple-sector/contracts/common'
import { seasonBoardChanged } from '@purple-sector/contracts/tipping/events'
import { openSeason, type SeasonScope, scopeKey } from '@purple-sector/contracts/tipping/scope'
import { seasonChanged } from '@purple-sector/contracts/weekends/events'
import pLimit from 'p-limit'
import { on } from '../../event-handler.ts'
import { createChannel } from '../hub/channel.ts'
import type { Client } from '../hub/client.ts'
import { createOpenChannels } from '../hub/open-channels.ts'
import { createSeasonLeaderboard, isOpenScope } from '../parts/season-leaderboard.ts'
import type { KindDependencies, MakeKind } from './make-kind.ts'

/** Limits calls to tipping after a restart, when all clients subscribe again. */
const FETCH_CONCURRENCY = 16

/**
 * Creates the channels of season leaderboards: `open/season/3`, `group/12/season/3`. A subscription does not wait for the
 * leaderboard; its frames follow when tipping has replied.
 */
export const createSeasonChannels = (
  { internalApi, hasSeason, frames, log }: KindDependencies,
  canJoin: (scope: SeasonScope, client: Client) => boolean = () => true,
) => {
  const limited = pLimit(FETCH_CONCURRENCY)
  const owner: Parameters<typeof createSeasonLeaderboard>[0]['owner'] = {
    seasonLeaderboardPage: (scope, page) => limited(() => internalApi.seasonLeaderboardPage(scope, page)),
    seasonStandings: internalApi.seasonStandings,
  }
  const open = (scope: SeasonScope) => {
    const channel = createChannel({
      key: scopeKey(scope),
      states: () => [leaderboard.state],
      acquireOwnState: (userId) => leaderboard.acquireStanding(userId),
      canJoin: (client) => canJoin(scope, client),
      log,
    })
    const leaderboard = createSeasonLeaderboard({ scope, channel, owner, frames, log })
    return {
      scope,
      channel,
      leaderboard,
      async load() {
        if (!(await hasSeason(scope.seasonId))) return false
        leaderboard.start()
        return true
      },
      sweep: leaderboard.sweep,
      close: leaderboard.close,
    }
  }
  return createOpenChannels(open, scopeKey)
}

/**
 * `open/season/3`: the open competition of a season, for every signed-in user who follows it. A season that does not exist,
 * or has just been deleted, is not granted; the client keeps its other channels.
 */
export const seasonKind: MakeKind = (dependencies) => {
  const { changes } = dependencies
  const seasons = createSeasonChannels(dependencies)
  return {
    async find({ seasonId }) {
      // Larger ids cannot exist, so the owner is not called (docs/contract.md, HTTP in general).
      if (seasonId === undefined || seasonId > MAX_ID) return []
      const season = await seasons.open(openSeason(seasonId))
      return season ? [season.channel] : []
    },
    subscribedFields: ([key], { seasonId }) => (seasonId === undefined ? {} : { seasonId: key ? seasonId : null }),
    eventHandlers: [
      on(seasonBoardChanged, (change) => seasons.get(change)?.leaderboard.change(change), isOpenScope),
      on(seasonChanged, ({ id, deleted }, { isReplay }) => {
        if (!isReplay) changes.note(scopeKey(openSeason(id)))
        if (deleted) seasons.close(openSeason(id))
      }),
    ],
    sweep: seasons.removeExpired,
    close: seasons.closeAll,
  }
}
