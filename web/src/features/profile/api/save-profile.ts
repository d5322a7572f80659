import type { ProfileBody, User } from '@purple-sector/contracts/identity/http'
import { api, hasCode } from '../../../client/api/api.ts'
import { useToastMutation } from '../../../client/api/toast-mutation.ts'
import { notify } from '../../../client/messages/notify.ts'
import { showSavedUser } from '../../session/show-saved-user.ts'
import { tracksideQuery } from './community-queries.ts'

const TITLE = 'Update Failed'
const TAKEN = 'This username is already taken. Please choose a different one.'

/** Returns why a username was rejected, as text for the user; undefined if it was not. */
export const usernameRejection = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  if (hasCode(error, 'USERNAME_TAKEN') || error.message.includes('Username already taken')) return TAKEN
  return /username/i.test(error.message) ? 'Username is not available. Please try a different username.' : undefined
}

/** Saves changes of the profile; the reply becomes the signed-in user in every tab. */
export const useSaveProfile = (words?: { title: string; message: string }) =>
  useToastMutation<ProfileBody, User>({
    mutationFn: (edit) => api.patch<User>('/api/profile', edit),
    about: 'profile',
    ...(words && { success: () => words }),
    failure: TITLE,
    offline: 'We can’t reach the server. Nothing was saved.',
    fixedReason: 'Failed to update profile. Please try again.',
    hidesErrorToast: (error) => usernameRejection(error) !== undefined,
    onFailed(error, _, action) {
      const message = usernameRejection(error)
      if (message !== undefined) notify({ title: TITLE, message, kind: 'error' }, action)
    },
    onDone: async (user, _, client) => {
      await showSavedUser(user, client)
      // Other clients learn of it by frames; this one refetches at once.
      void client.invalidateQueries({ queryKey: tracksideQuery.queryKey.slice(0, 1) })
    },
  })
