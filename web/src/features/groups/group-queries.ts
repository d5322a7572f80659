import type { Group, Invitation, Member } from '@purple-sector/contracts/groups/http'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { registerLive } from '../../lib/live-features.ts'
import { groupsKey, invitationsKey, membersKey } from './group-keys.ts'
import { groupLive } from './group-live.ts'
import { tellMemberships } from './group-news.ts'

registerLive('groups', groupLive)

/** The user's groups of all weekends. What has become of their memberships since the list before is told as news. */
export const groupsQuery = queryOptions({
  queryKey: groupsKey,
  queryFn: async ({ client }) => {
    const groups = await api.get<Group[]>('/api/groups')
    tellMemberships(client.getQueryData<Group[]>(groupsKey) ?? [], groups)
    return groups
  },
})

/** Everybody who is in a group, pending ones too. */
export const membersQuery = (groupId: number) =>
  queryOptions({
    queryKey: membersKey(groupId),
    queryFn: () => api.get<Member[]>(`/api/groups/${groupId}/members`),
  })

/** Invitations that wait for the user's answer. */
export const invitationsQuery = queryOptions({
  queryKey: invitationsKey,
  queryFn: () => api.get<Invitation[]>('/api/invitations'),
})

/** So many groups can be followed at once (docs/contract.md, Realtime). */
const MOST_FOLLOWED = 100

const NONE: readonly number[] = []

/** The groups to follow by the socket, by their ids; where there are too many, those of the weekend that is shown. */
export const useFollowedGroups = (weekendId: number | null, enabled: boolean): readonly number[] =>
  useQuery({
    ...groupsQuery,
    enabled,
    select: (groups) => {
      const first = groups.toSorted(
        (one, other) => Number(other.weekendId === weekendId) - Number(one.weekendId === weekendId),
      )
      const followed = first.slice(0, MOST_FOLLOWED).map(({ id }) => id)
      return followed.length > 0 ? followed.sort((one, other) => one - other) : NONE
    },
  }).data ?? NONE
