import type { ThemeBody, User } from '@purple-sector/contracts/identity/http'
import { api } from '../../../client/api/api.ts'
import { useToastMutation } from '../../../client/api/toast-mutation.ts'
import { userQuery } from '../../session/user-query.ts'

type Options = {
  /** Whether to show no success toast, as the screen itself shows the change. */
  hidesSuccessToast?: boolean
  /** Whether to show no error toast, as the user did not request the change. */
  hidesErrorToast?: boolean
  onFailed?(): void
}

/** Saves the theme to the account; the user's other browsers receive it. */
export const useSaveTheme = ({
  hidesSuccessToast = false,
  hidesErrorToast = false,
  onFailed = () => {},
}: Options = {}) =>
  useToastMutation<ThemeBody, User>({
    mutationFn: (theme) => api.put<User>('/api/profile/theme', theme),
    ...(hidesSuccessToast
      ? {}
      : { success: () => ({ title: 'Theme saved', message: 'On all devices you’re signed in on.' }) }),
    failure: 'Couldn’t save the theme',
    hidesErrorToast: () => hidesErrorToast,
    offline: 'We can’t reach the server. Nothing was changed.',
    onDone(user, _theme, client) {
      client.setQueryData(userQuery.queryKey, user)
    },
    onFailed,
  })
