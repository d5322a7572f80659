import type { AvatarConfig } from '@purple-sector/contracts/common'
import type { User } from '@purple-sector/contracts/identity/http'
import { api } from '../../lib/api.ts'
import { useToastMutation } from '../../lib/toast-mutation.ts'
import { userQuery } from '../session/user-query.ts'

/** Puts it on; boards and rooms hear of it from their services. */
export const useSaveAvatar = () =>
  useToastMutation({
    mutationFn: (avatarConfig: AvatarConfig) => api.put<User>('/api/profile/avatar', { avatarConfig }),
    success: () => ({ title: 'Racing Avatar Updated' }),
    failure: 'Error',
    fixedReason: 'Failed to update racing avatar. Please try again.',
    offline: 'We can’t reach the server. Nothing was saved.',
    onDone: async (user, _, client) => {
      // What was asked for before it was saved must not bring the old one back.
      await client.cancelQueries({ queryKey: userQuery.queryKey })
      client.setQueryData(userQuery.queryKey, user)
    },
  })
