import type { ProfileBody, User } from '@purple-sector/contracts/identity/http'
import { api } from '../../client/api/api.ts'
import { useToastMutation } from '../../client/api/toast-mutation.ts'
import { showSavedUser } from './show-saved-user.ts'

type Choice = Pick<ProfileBody, 'autoTip' | 'nudges' | 'timesIn' | 'timeZone'>

export const saveChoice = (choice: Choice): Promise<User> => api.patch<User>('/api/profile', choice)

/** Saves a setting of the profile straight away. */
export const useSaveChoice = () =>
  useToastMutation<Choice, User>({
    mutationFn: saveChoice,
    failure: 'Couldn’t save the setting',
    offline: 'We can’t reach the server. The setting hasn’t changed.',
    notifiesOtherTabs: true,
    onDone: (user, _choice, client) => showSavedUser(user, client),
  })
