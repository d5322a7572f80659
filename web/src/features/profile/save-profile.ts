import type { ProfileBody, User } from '@purple-sector/contracts/identity/http'
import { api, hasCode } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import { useToastMutation } from '../../lib/toast-mutation.ts'
import { userQuery } from '../session/user-query.ts'
import { tracksideQuery } from './community/community-queries.ts'

const TITLE = 'Update Failed'
const TAKEN = 'This username is already taken. Please choose a different one.'

/** Why a username was refused, for people; nothing where it was not. */
export const usernameRefusal = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  if (hasCode(error, 'USERNAME_TAKEN') || error.message.includes('Username already taken')) return TAKEN
  return /username/i.test(error.message) ? 'Username is not available. Please try a different username.' : undefined
}

/** Saves an edit of the profile; whoever is signed in is then what the reply says, in every tab. */
export const useSaveProfile = (words?: { title: string; message: string }) =>
  useToastMutation<ProfileBody, User>({
    mutationFn: (edit) => api.patch<User>('/api/profile', edit),
    about: 'profile',
    ...(words && { success: () => words }),
    failure: TITLE,
    offline: 'We can’t reach the server. Nothing was saved.',
    fixedReason: 'Failed to update profile. Please try again.',
    isAnswered: (error) => usernameRefusal(error) !== undefined,
    onFailed(error, _, action) {
      const message = usernameRefusal(error)
      if (message !== undefined) notify({ title: TITLE, message, kind: 'error' }, action)
    },
    onDone: async (user, _, client) => {
      // What was asked for before it was saved must not bring the old one back.
      await client.cancelQueries({ queryKey: userQuery.queryKey })
      client.setQueryData(userQuery.queryKey, user)
      // Frames tell all others; who has changed it sees it at once.
      void client.invalidateQueries({ queryKey: tracksideQuery.queryKey.slice(0, 1) })
    },
  })
