import type { FrameOf, ServerFrame } from '@purple-sector/contracts/realtime'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { invalidateOlderThan, refetchSoon } from '../../client/realtime/cache-updates.ts'
import { adminCarsKey, allRacesKey } from '../../features/admin/base/api/admin-keys.ts'
import { applyRaceToSetup, applyWeekendToSetup } from '../../features/admin/base/api/admin-live.ts'
import { pausesKey } from '../../features/admin/live-timing/api/live-timing-keys.ts'
import { applyLiveTimingStatus } from '../../features/admin/live-timing/api/live-timing-live.ts'
import { newestKey } from '../../features/admin/moderation/api/moderation-keys.ts'
import { applyReport } from '../../features/admin/reports/api/reports-live.ts'
import { achievementsKey } from '../../features/analytics/api/achievement-keys.ts'
import { analyticsKey } from '../../features/analytics/api/analytics-queries.ts'
import {
  applyMessage,
  applyMessageDeleted,
  applyMessages,
  applyMuted,
  applyPeople,
  applyRoom,
  invalidateChat,
  markIncomplete,
  removeGroupRoom,
} from '../../features/chat/api/chat-live.ts'
import { applyPoll } from '../../features/driver-poll/api/poll-live.ts'
import { applyEngagementBoard } from '../../features/engagement/api/engagement-live.ts'
import { groupsKey, membersKey, sentInvitationsKey } from '../../features/groups/api/group-keys.ts'
import { applyGroup } from '../../features/groups/api/group-live.ts'
import {
  categoryStandingsKey,
  groupPicksKey,
  groupStandingsKey,
  raceProgressKey,
} from '../../features/groups/api/group-standings-keys.ts'
import {
  applyGroupPlace,
  applyGroupTop,
  progressKeysOf,
  removeGroupStanding,
} from '../../features/groups/api/group-standings-live.ts'
import { heatMapKey } from '../../features/heat-map/heat-map-queries.ts'
import { myStatsKey } from '../../features/leaderboard-rows/api/leaderboard-keys.ts'
import {
  applyBoard,
  applyOwnPosition,
  applyOwnSeasonPosition,
  applyProjected,
  applySeasonBoard,
} from '../../features/leaderboard-rows/api/leaderboard-live.ts'
import { announceCorrection, announceResult } from '../../features/leaderboards/result-announcements.ts'
import { applyPause, applyTiming } from '../../features/live-timing/api/timing-live.ts'
import { applyNotification, applyUnreadCount } from '../../features/notifications/api/notification-live.ts'
import { communityKey } from '../../features/profile/api/community-queries.ts'
import { applyOwnReactions, applyReactionCounts } from '../../features/reactions/reaction-live.ts'
import { chancesKey, ownSeasonKey } from '../../features/seasons/api/season-keys.ts'
import { applyOwnSeason, refetchChances, refetchChancesOlderThan } from '../../features/seasons/api/season-live.ts'
import { userQuery } from '../../features/session/user-query.ts'
import { ledgersKey } from '../../features/tipping/api/ledger-queries.ts'
import { affectsGroupTips, affectsTipRaces, refetchTipsOfGroup, tipsKey } from '../../features/tipping/api/tip-live.ts'
import { applyCategories } from '../../features/weekend-data/api/category-live.ts'
import { seasonsKey } from '../../features/weekend-data/api/season-queries.ts'
import { carsKey, productRacesKey, racesKey } from '../../features/weekend-data/api/weekend-keys.ts'
import {
  applyRace,
  applyWeekend,
  changesRounds,
  countOtherRaces,
} from '../../features/weekend-data/api/weekend-live.ts'

type FrameType = ServerFrame['type']
type Data = { [Type in FrameType]: FrameOf<Type>['data'] }
type Frame<Type extends FrameType = FrameType> = {
  [Of in Type]: Pick<ServerFrame, 'seq' | 'epoch' | 'at'> & { type: Of; data: Data[Of] }
}[Type]

/** What a frame changes. */
type Row<Type extends FrameType> = {
  /** Returns the keys of the queries that the frame makes stale; those on screen are refetched soon. */
  invalidates?(data: Data[Type], client: QueryClient, frame: Frame<Type>): readonly QueryKey[]
  /** Apply what the frame carries, where thousands of clients would otherwise fetch it at the same moment. */
  patches?: readonly ((client: QueryClient, data: Data[Type], frame: Frame<Type>) => void)[]
}

/** The socket itself handles these. */
const OF_THE_CONNECTION = {}

/** What each frame changes for a fan, after the spoiler delay (`spoiler-gate.ts`). */
export const frameTable: { [Type in FrameType]: Row<Type> } = {
  hello: OF_THE_CONNECTION,
  pong: OF_THE_CONNECTION,
  error: OF_THE_CONNECTION,
  reconnect: OF_THE_CONNECTION,
  timing_changes: OF_THE_CONNECTION,
  subscribed: { patches: [markIncomplete] },

  // At once: it may bring a spoiler delay, by which the next frames wait.
  user_updated: { patches: [(client) => void client.invalidateQueries({ queryKey: userQuery.queryKey })] },
  community_updated: { invalidates: () => [communityKey] },

  weekend_updated: {
    invalidates: (update, client) => {
      const { weekend, deleted, racesChanged, carsChanged } = update
      const { id } = weekend
      return [
        ...(!deleted && racesChanged ? [racesKey(id), productRacesKey(id)] : []),
        ...(!deleted && carsChanged ? [carsKey] : []),
        ...(racesChanged || carsChanged ? [tipsKey(id)] : []),
        ...(changesRounds(client, update) ? [seasonsKey] : []),
        ...(!deleted && countOtherRaces(client, weekend) ? [productRacesKey(id), myStatsKey(id), tipsKey(id)] : []),
      ]
    },
    patches: [applyWeekend, refetchChances],
  },
  race_status: {
    invalidates: (race, client) => [
      ...progressKeysOf(client, race),
      ...(affectsTipRaces(client, race) ? [tipsKey(race.weekendId)] : []),
    ],
    patches: [applyRace, refetchChances],
  },
  // Custom points of groups are keyed by the names of categories.
  categories_updated: { invalidates: () => [groupsKey], patches: [applyCategories] },

  race_completed: {
    invalidates: ({ race: { weekendId } }) => [analyticsKey, ledgersKey(weekendId), tipsKey(weekendId)],
    patches: [announceResult],
  },
  result_corrected: {
    invalidates: ({ race: { weekendId } }) => [analyticsKey, ledgersKey(weekendId), tipsKey(weekendId)],
    patches: [announceCorrection],
  },
  result_status: { invalidates: ({ race: { weekendId } }) => [ledgersKey(weekendId)] },
  heat_map_updated: { invalidates: ({ weekendId }) => [heatMapKey(weekendId)] },

  leaderboard_update: {
    // No frame carries points by race and category, or names in a list of members: a rename shows on the board.
    invalidates: ({ groupId }) =>
      groupId === null ? [] : [raceProgressKey(groupId), categoryStandingsKey(groupId), membersKey(groupId)],
    patches: [applyBoard, applyGroupTop],
  },
  my_standing: {
    // Awards of groups may arrive after those of the open competition.
    invalidates: ({ weekendId }) => [ledgersKey(weekendId)],
    patches: [applyOwnPosition, applyGroupPlace, refetchTipsOfGroup],
  },
  projected_leaderboard: { patches: [applyProjected] },
  // Another rival's points change what the fan can reach.
  season_leaderboard: { invalidates: (scope) => [chancesKey(scope)], patches: [applySeasonBoard] },
  my_season: {
    invalidates: (scope) => [ownSeasonKey(scope), chancesKey(scope)],
    patches: [applyOwnSeasonPosition, applyOwnSeason],
  },

  group_updated: {
    invalidates: ({ groupId, weekendId, deleted, membersChanged }, _, frame) => [
      ...(weekendId === null ? [] : [groupStandingsKey(weekendId)]),
      ...(deleted ? [] : [raceProgressKey(groupId), categoryStandingsKey(groupId), groupPicksKey(groupId)]),
      ...(!deleted && membersChanged ? [membersKey(groupId), sentInvitationsKey(groupId)] : []),
      ...(weekendId !== null && affectsGroupTips(frame) ? [tipsKey(weekendId)] : []),
    ],
    patches: [applyGroup, removeGroupStanding, removeGroupRoom],
  },
  invitations_updated: { invalidates: ({ groupId }) => [groupsKey, sentInvitationsKey(groupId)] },

  chat_message: { patches: [applyMessage] },
  chat_messages: { patches: [(client, { messages }) => applyMessages(client, messages)] },
  chat_message_deleted: { patches: [applyMessageDeleted] },
  chat_room: { patches: [applyRoom] },
  chat_people: {
    invalidates: ({ groupId }) => (groupId === null ? [] : [membersKey(groupId)]),
    patches: [applyPeople],
  },
  chat_muted: { patches: [applyMuted] },

  engagement_update: { patches: [applyReactionCounts] },
  own_reactions: { patches: [applyOwnReactions] },
  engagement_board: { patches: [applyEngagementBoard] },
  poll_update: { patches: [applyPoll] },
  notification: {
    invalidates: ({ type, weekendId }) => {
      if (type === 'auto-tip' && weekendId !== null) return [tipsKey(weekendId)]
      return type === 'achievement' ? [achievementsKey] : []
    },
    patches: [applyNotification],
  },
  notification_count: { patches: [applyUnreadCount] },

  timing_update: { patches: [applyTiming] },
  live_timing_status: { patches: [applyPause] },
  report_progress: {},
}

/** What a frame changes for race control, on arrival, whatever the administrator's spoiler delay. */
export const raceControlTable: { [Type in FrameType]?: Row<Type> } = {
  weekend_updated: {
    invalidates: ({ weekend, deleted, racesChanged, carsChanged }) => [
      ...(racesChanged || deleted ? [allRacesKey] : []),
      ...(carsChanged && !deleted ? [adminCarsKey(weekend.id)] : []),
    ],
    patches: [applyWeekendToSetup],
  },
  race_status: { patches: [applyRaceToSetup] },
  live_timing_status: { invalidates: () => [pausesKey], patches: [applyLiveTimingStatus] },
  chat_message: { invalidates: () => [newestKey] },
  chat_messages: { invalidates: () => [newestKey] },
  chat_message_deleted: { invalidates: () => [newestKey] },
  report_progress: { patches: [applyReport] },
}

const applyRow = <Type extends FrameType>(
  client: QueryClient,
  table: { [Of in FrameType]?: Row<Of> },
  frame: Frame<Type>,
): void => {
  const row: Row<Type> = table[frame.type] ?? {}
  for (const queryKey of row.invalidates?.(frame.data, client, frame) ?? []) refetchSoon(client, queryKey)
  for (const patch of row.patches ?? []) patch(client, frame.data, frame)
}

/** Applies a frame to a fan's screens. */
export const applyFrame = (client: QueryClient, frame: ServerFrame): void => applyRow(client, frameTable, frame)

/** Applies a frame to screens of race control. */
export const applyRaceControlFrame = (client: QueryClient, frame: ServerFrame): void =>
  applyRow(client, raceControlTable, frame)

/** After a reconnect: invalidates all data older than `since`, in ms, until when frames may be missing. */
export const invalidateAfterReconnect = (client: QueryClient, since: number): void => {
  // First, so that its requests count as newer than the gap and are not restarted.
  invalidateChat(client, since)
  refetchChancesOlderThan(client, since)
  invalidateOlderThan(client, since)
}
