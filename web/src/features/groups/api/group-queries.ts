import type { GroupsOverview, Member } from '@purple-sector/contracts/groups/http'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'
import { groupsKey, membersKey } from './group-keys.ts'
import { notifyMemberships } from './membership-toasts.ts'

/**
 * The user's groups of all weekends and their invitations in one request.
 * Notifies the user of memberships that changed since the previous reply.
 */
const overviewQuery = queryOptions({
  queryKey: groupsKey,
  queryFn: async ({ client }) => {
    const overview = await api.get<GroupsOverview>('/api/groups/overview')
    notifyMemberships(client.getQueryData<GroupsOverview>(groupsKey)?.groups ?? [], overview.groups)
    return overview
  },
})

export const groupsQuery = queryOptions({ ...overviewQuery, select: ({ groups }) => groups })

/** Invitations that the user has not answered. */
export const invitationsQuery = queryOptions({ ...overviewQuery, select: ({ invitations }) => invitations })

/** The members of a group, including pending ones. */
export const membersQuery = (groupId: number) =>
  queryOptions({
    queryKey: membersKey(groupId),
    queryFn: () => api.get<Member[]>(`/api/groups/${groupId}/members`),
  })

/** Maximum number of groups that a client may follow (docs/contract.md, Realtime). */
const MAX_FOLLOWED = 100

const NONE: readonly number[] = []

/** Returns the ids of the groups to follow by the socket; only those of the active weekend if there are too many. */
export const useFollowedGroups = (weekendId: number | null, enabled: boolean): readonly number[] =>
  useQuery({
    ...overviewQuery,
    enabled,
    select: ({ groups }) => {
      const first = groups.toSorted((a, b) => Number(b.weekendId === weekendId) - Number(a.weekendId === weekendId))
      const followed = first.slice(0, MAX_FOLLOWED).map(({ id }) => id)
      return followed.length > 0 ? followed.sort((a, b) => a - b) : NONE
    },
  }).data ?? NONE
