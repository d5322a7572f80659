import type { Group, GroupsOverview } from '@purple-sector/contracts/groups/http'
import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { QueryClient } from '@tanstack/react-query'
import { patchPart, refetchSoon } from '../../../client/realtime/cache-updates.ts'
import { removeLeaderboards } from '../../leaderboard-rows/api/leaderboard-live.ts'
import { groupKey, groupsKey } from './group-keys.ts'
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

/** Applies a change of a group to the list of groups, and notifies the user of its deletion and of changed rules. */
export const applyGroup = (
  client: QueryClient,
  { groupId, deleted, rulesChanged }: FrameOf<'group_updated'>['data'],
  frame: FrameOf<'group_updated'>,
): void => {
  const group = knownGroup(client, groupId)
  if (deleted) {
    if (group) notifyDeletion(group)
    removeGroup(client, groupId)
    refetchSoon(client, groupsKey)
    return
  }
  if (group && rulesChanged) notifyRules(group)
  refetchSoon(client, groupsKey, timeoutMs(group, frame))
}
