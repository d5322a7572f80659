import type { ThemeBody, User } from '@purple-sector/contracts/identity/http'
import { api } from '../../lib/api.ts'
import { useToastMutation } from '../../lib/toast-mutation.ts'
import { userQuery } from '../session/user-query.ts'

type Options = {
  /** The screen itself says that it is done. */
  isQuiet?: boolean
  /** Nobody has asked for it: nobody hears that it failed. */
  isSilent?: boolean
  onFailed?(): void
}

/** Keeps the theme with the account: the user's other browsers hear of it. */
export const useSaveTheme = ({ isQuiet = false, isSilent = false, onFailed = () => {} }: Options = {}) =>
  useToastMutation<ThemeBody, User>({
    mutationFn: (theme) => api.put<User>('/api/profile/theme', theme),
    ...(isQuiet ? {} : { success: () => ({ title: 'Theme saved', message: 'On all devices you’re signed in on.' }) }),
    failure: 'Couldn’t save the theme',
    isAnswered: () => isSilent,
    offline: 'We can’t reach the server. Nothing was changed.',
    onDone(user, _theme, client) {
      client.setQueryData(userQuery.queryKey, user)
    },
    onFailed,
  })
