import type { Group, Member, PatchGroupBody } from '@purple-sector/contracts/groups/http'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'
import { useIdempotentPost } from '../../../client/api/idempotent-post.ts'
import { type ToastMutation, useToastMutation } from '../../../client/api/toast-mutation.ts'
import { ALL_TIPS_KEY } from '../../tipping/api/tip-live.ts'
import { createBody, type GroupDraft } from './group-form.ts'
import { groupsKey, membersKey } from './group-keys.ts'
import { removeGroup } from './group-live.ts'
import { markEnding, unmarkEnding } from './membership-toasts.ts'

/** Returns a mutation that refetches groups and invitations afterwards. */
export const useGroupMutation = <Input = void, Output = unknown>(
  mutation: Omit<ToastMutation<Input, Output>, 'failure' | 'offline'>,
) =>
  useToastMutation<Input, Output>({
    failure: 'Error',
    offline: 'We can’t reach the server. Nothing was changed.',
    refresh: [{ queryKey: groupsKey }],
    notifiesOtherTabs: true,
    ...mutation,
  })

export const useCreateGroup = () => {
  const post = useIdempotentPost()
  return useGroupMutation({
    mutationFn: (draft: GroupDraft) => post<Group>('/api/groups', createBody(draft)),
    success: ({ name }) => ({ title: 'Group Created', message: name }),
    noReason: 'Failed to create group',
  })
}

export const useUpdateGroup = () =>
  useGroupMutation({
    mutationFn: ({ group, body }: { group: Group; body: PatchGroupBody }) =>
      api.patch<Group>(`/api/groups/${group.id}`, body),
    success: ({ name }) => ({ title: 'Group Updated', message: name }),
    noReason: 'Failed to update group',
  })

/** Ends the user's own membership, or their group; suppresses the notification that it ended. */
const endsMembership = (send: (groupId: number) => Promise<unknown>) => ({
  mutationFn: async ({ id }: Group) => {
    markEnding(id)
    try {
      await send(id)
    } catch (error) {
      unmarkEnding(id)
      throw error
    }
  },
  onDone: (_: unknown, { id }: Group, client: QueryClient) => removeGroup(client, id),
})

export const useDeleteGroup = () =>
  useGroupMutation({
    ...endsMembership((id) => api.delete(`/api/groups/${id}`)),
    success: () => ({ title: 'Group Deleted' }),
    noReason: 'Failed to delete group',
  })

/** Switches on or off that the user's open tips are handed in for the group too. */
export const useOpenTipsHere = ({ id }: Group) =>
  useGroupMutation({
    mutationFn: (usesOpenTips: boolean) => api.patch<Member>(`/api/groups/${id}/members/me`, { usesOpenTips }),
    noReason: 'Failed to save your choice',
    refresh: [groupsKey, ALL_TIPS_KEY].map((queryKey) => ({ queryKey })),
  })

export const useLeaveGroup = () =>
  useGroupMutation({
    ...endsMembership((id) => api.post(`/api/groups/${id}/leave`)),
    success: (_, { name }) => ({ title: 'Group left', message: name }),
    noReason: 'Failed to leave group',
  })

const refreshMembers = ({ id }: Group) => ({ refresh: [membersKey(id), groupsKey].map((queryKey) => ({ queryKey })) })

export const useApproveMember = (group: Group) =>
  useGroupMutation({
    mutationFn: ({ userId }: Member) => api.post(`/api/groups/${group.id}/approve/${encodeURIComponent(userId)}`),
    success: () => ({
      title: 'Member Approved',
      message: 'Member has been approved and can now accumulate points',
    }),
    fixedReason: 'Failed to approve member',
    ...refreshMembers(group),
  })

export const useRejectMember = (group: Group) =>
  useGroupMutation({
    mutationFn: ({ userId }: Member) => api.post(`/api/groups/${group.id}/reject/${encodeURIComponent(userId)}`),
    success: () => ({
      title: 'Member Rejected',
      message: 'Member has been rejected and removed from the group',
    }),
    fixedReason: 'Failed to reject member',
    ...refreshMembers(group),
  })
