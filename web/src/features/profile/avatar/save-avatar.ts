import type { AvatarConfig } from '@purple-sector/contracts/common'
import type { User } from '@purple-sector/contracts/identity/http'
import { api } from '../../../client/api/api.ts'
import { useToastMutation } from '../../../client/api/toast-mutation.ts'
import { userQuery } from '../../session/user-query.ts'

/** Saves the avatar. Leaderboards and chats learn of it from their services. */
export const useSaveAvatar = () =>
  useToastMutation({
    mutationFn: (avatarConfig: AvatarConfig) => api.put<User>('/api/profile/avatar', { avatarConfig }),
    success: () => ({ title: 'Racing Avatar Updated' }),
    failure: 'Error',
    fixedReason: 'Failed to update racing avatar. Please try again.',
    offline: 'We can’t reach the server. Nothing was saved.',
    onDone: async (user, _, client) => {
      // A request sent before the save must not bring the old avatar back.
      await client.cancelQueries({ queryKey: userQuery.queryKey })
      client.setQueryData(userQuery.queryKey, user)
    },
  })
