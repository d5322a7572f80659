import { seasonBoardChanged } from '@purple-sector/contracts/tipping/events'
import { groupScopesKey } from '@purple-sector/contracts/tipping/scope'
import { seasonChanged } from '@purple-sector/contracts/weekends/events'
import { on } from '../../event-handler.ts'
import type { Channel } from '../hub/channel.ts'
import type { Memberships } from '../parts/memberships.ts'
import { isOpenScope } from '../parts/season-leaderboard.ts'
import type { KindDependencies } from './make-kind.ts'
import { createSeasonChannels } from './season.ts'

/**
 * Creates the channels of groups' season leaderboards, for members who subscribed to the group and the season. They do
 * not end with the group's own channel, which is replaced when the group's weekend changes.
 */
export const createGroupSeasons = (dependencies: KindDependencies, memberships: Pick<Memberships, 'isMember'>) => {
  const { clients, log } = dependencies
  const seasons = createSeasonChannels(
    dependencies,
    ({ groupId }, { userId }) => groupId !== null && memberships.isMember(groupId, userId),
  )
  const closeIf = (isOver: (scope: { seasonId: number; groupId: number | null }) => boolean): void => {
    for (const { scope } of seasons.all()) if (isOver(scope)) seasons.close(scope)
  }
  return {
    /** Opens the channel of a season that exists; none also if it cannot be loaded now, so that the group is not blocked. */
    async open(groupId: number, seasonId: number): Promise<Channel[]> {
      try {
        const season = await seasons.open({ seasonId, groupId })
        return season ? [season.channel] : []
      } catch (error) {
        log.warn(
          { event: 'realtime.group_season_open_failed', err: error, groupId, seasonId },
          'Season channel of a group could not be opened',
        )
        return []
      }
    },
    /** Removes a former member from the group's channels before the next frame. */
    leave(groupId: number, userId: string): void {
      for (const client of clients.ofUser(userId))
        for (const channel of client.channels)
          if (channel.key.startsWith(groupScopesKey(groupId))) channel.leave(client)
    },
    closeGroup: (groupId: number): void => closeIf((scope) => scope.groupId === groupId),
    eventHandlers: [
      on(
        seasonBoardChanged,
        (change) => seasons.get(change)?.leaderboard.change(change),
        (subject) => !isOpenScope(subject),
      ),
      on(seasonChanged, ({ id, deleted }) => {
        if (deleted) closeIf(({ seasonId }) => seasonId === id)
      }),
    ],
    sweep: seasons.removeExpired,
    close: seasons.closeAll,
  }
}
