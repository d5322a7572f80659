import type { Group, PatchGroupBody } from '@purple-sector/contracts/groups/http'
import { api } from '../../lib/api.ts'
import { usePostOnce } from '../../lib/post-once.ts'
import { type ToastMutation, useToastMutation } from '../../lib/toast-mutation.ts'
import { createBody, type GroupDraft } from './form/group-form.ts'
import { groupsKey, invitationsKey, membershipsKey } from './group-keys.ts'
import { forgetGroup } from './group-live.ts'
import { giveUp, keep } from './group-news.ts'

/** After a change of groups or invitations both lists are asked again. */
export const useGroupMutation = <Input = void, Output = unknown>(
  mutation: Omit<ToastMutation<Input, Output>, 'failure' | 'offline'>,
) =>
  useToastMutation<Input, Output>({
    failure: 'Error',
    offline: 'The server was not reached: nothing was changed.',
    refresh: [groupsKey, membershipsKey, invitationsKey].map((queryKey) => ({ queryKey })),
    tellsOtherTabs: true,
    ...mutation,
  })

export const useCreateGroup = () => {
  const post = usePostOnce()
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

export const useDeleteGroup = () =>
  useGroupMutation({
    mutationFn: async ({ id }: Group) => {
      giveUp(id)
      await api.delete(`/api/groups/${id}`).catch((error: unknown) => {
        keep(id)
        throw error
      })
    },
    success: () => ({ title: 'Group Deleted' }),
    noReason: 'Failed to delete group',
    onDone: (_, { id }, client) => forgetGroup(client, id),
  })
