import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import type { Group, Invitation } from '@purple-sector/contracts/groups/http'
import { displayName } from '@purple-sector/contracts/identity/display-name'
import type { FoundUser } from '@purple-sector/contracts/identity/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'
import { useIdempotentPost } from '../../../client/api/idempotent-post.ts'
import { minutes } from '../../../client/api/query-client.ts'
import { groupsKey, sentInvitationsKey } from './group-keys.ts'
import { useGroupMutation } from './group-mutations.ts'
import { invitedName } from './invite-labels.ts'

/** Minimum length of a search text. */
export const SEARCH_FROM = 2

export const userSearchQuery = (text: string) =>
  queryOptions({
    queryKey: ['/api/users/search', text],
    queryFn: ({ signal }) => api.get<FoundUser[]>(`/api/users/search?q=${encodeURIComponent(text)}`, { signal }),
    enabled: text.length >= SEARCH_FROM,
    staleTime: minutes(1),
  })

/** The pending invitations of a group that the user may withdraw: their own; all of them for its admin. */
export const sentInvitationsQuery = (groupId: number) =>
  queryOptions({
    queryKey: sentInvitationsKey(groupId),
    queryFn: () => api.get<Invitation[]>(`/api/groups/${groupId}/invitations`),
  })

const refreshSent = ({ id }: Group) => ({ refresh: [{ queryKey: sentInvitationsKey(id) }] })

export const useInviteUser = (group: Group) => {
  const postOnce = useIdempotentPost()
  return useGroupMutation({
    mutationFn: ({ id }: FoundUser) => postOnce<Invitation>(`/api/groups/${group.id}/invite-user`, { userId: id }),
    success: (_, user) => ({
      title: 'Invitation Sent',
      message: `We’ve invited ${bidiIsolate(displayName(user))} to ${bidiIsolate(group.name)}.`,
    }),
    noReason: 'Failed to invite user',
    ...refreshSent(group),
  })
}

export const useInviteByMail = (group: Group) => {
  const postOnce = useIdempotentPost()
  return useGroupMutation({
    mutationFn: (inviteeEmail: string) => postOnce<Invitation>(`/api/groups/${group.id}/invite`, { inviteeEmail }),
    success: (_, inviteeEmail) => ({ title: 'Invitation Sent', message: `We’ve emailed ${inviteeEmail}.` }),
    noReason: 'Failed to send invitation',
    ...refreshSent(group),
  })
}

export const useWithdrawInvitation = (group: Group) =>
  useGroupMutation({
    mutationFn: ({ id }: Invitation) => api.delete(`/api/groups/${group.id}/invitations/${id}`),
    success: (_, invitation) => ({
      title: 'Invitation withdrawn',
      message: `${invitedName(invitation)} is no longer invited to ${group.name}.`,
    }),
    noReason: 'Failed to withdraw invitation',
    // No frame tells the sender that an invitation was declined.
    onFailed: (_error, client) => void client.invalidateQueries({ queryKey: sentInvitationsKey(group.id) }),
    ...refreshSent(group),
  })

export const useAnswerInvitation = () =>
  useGroupMutation({
    mutationFn: ({ id, status }: { id: number; status: 'accepted' | 'declined' }) =>
      api.patch<Invitation>(`/api/invitations/${id}`, { status }),
    success: () => ({ title: 'Invitation Responded', message: 'Your response has been recorded' }),
    noReason: 'Failed to respond to invitation',
    // The invitation may have been withdrawn, or answered in another tab.
    onFailed: (_error, client) => void client.invalidateQueries({ queryKey: groupsKey }),
  })
