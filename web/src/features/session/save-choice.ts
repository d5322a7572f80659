import type { ProfileBody, User } from '@purple-sector/contracts/identity/http'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../client/api/api.ts'
import { useToastMutation } from '../../client/api/toast-mutation.ts'
import { userQuery } from './user-query.ts'

type Choice = Pick<ProfileBody, 'autoTip' | 'nudges' | 'timesIn' | 'timeZone'>

export const saveChoice = (choice: Choice): Promise<User> => api.patch<User>('/api/profile', choice)

/** Shows the saved user. A request sent before the save must not bring the old setting back. */
export const showSavedUser = async (user: User, client: QueryClient): Promise<void> => {
  await client.cancelQueries({ queryKey: userQuery.queryKey })
  client.setQueryData(userQuery.queryKey, user)
}

/** Saves a setting of the profile straight away. */
export const useSaveChoice = () =>
  useToastMutation<Choice, User>({
    mutationFn: saveChoice,
    failure: 'Couldn’t save the setting',
    offline: 'We can’t reach the server. The setting hasn’t changed.',
    notifiesOtherTabs: true,
    onDone: (user, _choice, client) => showSavedUser(user, client),
  })
