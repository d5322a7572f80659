import type { GroupPreview, JoinReply } from '@purple-sector/contracts/groups/http'
import { queryOptions } from '@tanstack/react-query'
import { useRef } from 'react'
import { api, hasCode, isRejection } from '../../../client/api/api.ts'
import { useToastMutation } from '../../../client/api/toast-mutation.ts'
import { userQuery } from '../../session/user-query.ts'
import { groupsKey } from './group-keys.ts'
import { joinGroup } from './join-group.ts'

/** The public preview of a group, for anyone with the link. */
export const groupPreviewQuery = (inviteCode: string) =>
  queryOptions({
    queryKey: ['/api/groups/preview', inviteCode],
    queryFn: () => api.get<GroupPreview>(`/api/groups/preview/${encodeURIComponent(inviteCode)}`),
  })

export const useJoinGroup = (inviteCode: string) => {
  const mayBeIn = useRef(false)
  return useToastMutation<void, JoinReply>({
    mutationFn: () => joinGroup(inviteCode, { mayBeIn: mayBeIn.current }),
    failure: 'Failed to join group',
    offline: 'We can’t reach the server, so we don’t know whether you’ve joined.',
    refresh: [{ queryKey: groupsKey }],
    notifiesOtherTabs: true,
    // The address may have been verified in another tab meanwhile.
    onFailed: (error, client) => {
      if (!isRejection(error)) mayBeIn.current = true
      if (hasCode(error, 'INVITE_ONLY')) void client.invalidateQueries({ queryKey: userQuery.queryKey })
    },
  })
}
