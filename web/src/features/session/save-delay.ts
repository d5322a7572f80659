import type { User } from '@purple-sector/contracts/identity/http'
import { api } from '../../client/api/api.ts'
import { useToastMutation } from '../../client/api/toast-mutation.ts'
import { showSavedUser } from './show-saved-user.ts'
import { userQuery } from './user-query.ts'

/** Saves the delay in seconds: applies at once here; the fan's other tabs and browsers refetch the user. */
export const useSaveDelay = () =>
  useToastMutation<number, User>({
    mutationFn: (spoilerDelaySeconds) => api.patch<User>('/api/profile', { spoilerDelaySeconds }),
    failure: 'Couldn’t save the spoiler delay',
    offline: 'We can’t reach the server. The delay hasn’t changed.',
    notifiesOtherTabs: true,
    refresh: [{ queryKey: userQuery.queryKey }],
    onDone: (user, _seconds, client) => showSavedUser(user, client),
  })
