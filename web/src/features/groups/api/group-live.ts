import type { Group, GroupsOverview } from '@purple-sector/contracts/groups/http'
import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { invalidateOlderThan, type LiveFeature, patchPart } from '../../../client/realtime/live-features.ts'
import { refetchSoon } from '../../../client/realtime/realtime-context.ts'
import { removeLeaderboards } from '../../leaderboard-rows/api/leaderboard-live.ts'
import { groupKey, groupsKey, membersKey, sentInvitationsKey } from './group-keys.ts'
import { notifyDeletion, notifyRules } from './membership-toasts.ts'

const knownGroup = (client: QueryClient, groupId: number): Group | undefined =>
  client.getQueryData<GroupsOverview>(groupsKey)?.groups.find(({ id }) => id === groupId)

/** Removes a group and all its data from the cache; open dialogs about it close. */
export const removeGroup = (client: QueryClient, groupId: number): void => {
  patchPart<GroupsOverview>(
    client,
    groupsKey,
    (overview) => overview && { ...overview, groups: overview.groups.filter(({ id }) => id !== groupId) },
  )
  client.removeQueries({ queryKey: groupKey(groupId), type: 'inactive' })
  removeLeaderboards(client, groupId)
}

/** Refetches per second by the members of a large group: every member gets a frame for each join and leave. */
const ASKED_A_SECOND = 500
const IMMEDIATE_MS = 500

/** Returns within which time the list of groups must be refetched, in ms: others' memberships change only a count. */
const timeoutMs = (group: Group | undefined, { data, seq }: FrameOf<'group_updated'>): number | undefined => {
  const isOwn = seq === undefined
  const isOfOthers = data.membersChanged && !data.rulesChanged && data.weekendId === group?.weekendId
  if (!group || group.isAdmin || isOwn || !isOfOthers) return undefined
  const overMs = (group.memberCount / ASKED_A_SECOND) * 1_000
  return overMs > IMMEDIATE_MS ? Math.random() * overMs : undefined
}

const PARTS: ReadonlySet<unknown> = new Set<unknown>([groupsKey[1], 'members', 'invitations'])

/** Whether a query belongs to this feature; standings share the prefix but update themselves. */
const isGroupsQuery = (queryKey: QueryKey): boolean => queryKey[0] === groupsKey[0] && PARTS.has(queryKey.at(-1))

/** Keeps groups, memberships and invitations current on every open screen. */
export const groupLive = {
  onFrame(client, frame) {
    if (frame.type === 'invitations_updated') {
      refetchSoon(client, groupsKey)
      refetchSoon(client, sentInvitationsKey(frame.data.groupId))
    }
    // Custom points are keyed by the names of categories.
    if (frame.type === 'categories_updated') refetchSoon(client, groupsKey)
    // No frame reports names in a member list; a rename shows in frames of the group's leaderboard or chat.
    if (frame.type === 'leaderboard_update' || frame.type === 'chat_people') {
      if (frame.data.groupId !== null) refetchSoon(client, membersKey(frame.data.groupId))
    }
    if (frame.type !== 'group_updated') return
    const { groupId, deleted, membersChanged, rulesChanged } = frame.data
    const group = knownGroup(client, groupId)
    if (deleted) {
      if (group) notifyDeletion(group)
      removeGroup(client, groupId)
      refetchSoon(client, groupsKey)
      return
    }
    if (group && rulesChanged) notifyRules(group)
    refetchSoon(client, groupsKey, timeoutMs(group, frame))
    if (membersChanged) for (const key of [membersKey, sentInvitationsKey]) refetchSoon(client, key(groupId))
  },
  onReconnect: (client, since) => invalidateOlderThan(client, since, isGroupsQuery),
} satisfies LiveFeature
