import { Stack, Switch } from '@mantine/core'
import type { ProfileBody, User } from '@purple-sector/contracts/identity/http'
import { api } from '../../../client/api/api.ts'
import { useToastMutation } from '../../../client/api/toast-mutation.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { userQuery } from '../../session/user-query.ts'

type Choice = Pick<ProfileBody, 'autoTip' | 'nudges'>

const useSaveChoice = () =>
  useToastMutation<Choice, User>({
    mutationFn: (choice) => api.patch<User>('/api/profile', choice),
    failure: 'Couldn’t save the setting',
    offline: 'We can’t reach the server. The setting hasn’t changed.',
    notifiesOtherTabs: true,
    async onDone(user, _choice, client) {
      // A request sent before the save must not bring the old setting back.
      await client.cancelQueries({ queryKey: userQuery.queryKey })
      client.setQueryData(userQuery.queryKey, user)
    },
  })

/** What happens when the fan forgets to tip. Saved straight away. */
export const TippingPanel = ({ user }: { user: User }) => {
  const save = useSaveChoice()
  return (
    <Panel title="If you forget to tip" span={1}>
      <Stack gap={12}>
        <Switch
          label="Use my car from the last weekend"
          description="From a day before tips close. You can change it until then. Automatic tips earn no engagement points."
          checked={save.variables?.autoTip ?? user.autoTip}
          disabled={save.isPending}
          onChange={({ currentTarget: { checked } }) => save.mutate({ autoTip: checked }, { onSettled: save.reset })}
        />
      </Stack>
    </Panel>
  )
}
