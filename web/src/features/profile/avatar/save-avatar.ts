import type { AvatarConfig } from '@purple-sector/contracts/common'
import type { User } from '@purple-sector/contracts/identity/http'
import { api } from '../../../client/api/api.ts'
import { useToastMutation } from '../../../client/api/toast-mutation.ts'
import { showSavedUser } from '../../session/show-saved-user.ts'

/** Saves the avatar. Leaderboards and chats learn of it from their services. */
export const useSaveAvatar = () =>
  useToastMutation({
    mutationFn: (avatarConfig: AvatarConfig) => api.put<User>('/api/profile/avatar', { avatarConfig }),
    success: () => ({ title: 'Racing Avatar Updated' }),
    failure: 'Error',
    fixedReason: 'Failed to update racing avatar. Please try again.',
    offline: 'We can’t reach the server. Nothing was saved.',
    onDone: (user, _, client) => showSavedUser(user, client),
  })
