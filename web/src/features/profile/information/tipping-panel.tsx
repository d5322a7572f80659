import { Switch } from '@mantine/core'
import type { User } from '@purple-sector/contracts/identity/http'
import { Panel } from '../../../ui/layout/panel.tsx'
import { useSaveChoice } from '../../session/save-choice.ts'

/** What happens when the fan forgets to tip. Saved straight away. */
export const TippingPanel = ({ user }: { user: User }) => {
  const save = useSaveChoice()
  return (
    <Panel title="If you forget to tip" span={1} flush>
      <Switch
        label="Use my car from the last weekend"
        description="From a day before tips close. You can change it until then. Automatic tips earn no engagement points."
        checked={save.variables?.autoTip ?? user.autoTip}
        disabled={save.isPending}
        onChange={({ currentTarget: { checked } }) => save.mutate({ autoTip: checked }, { onSettled: save.reset })}
      />
      <Switch
        label="Nudges from my groups"
        description="The admin of a group can remind you once a weekend. They see who hasn’t tipped, with nudges off too."
        checked={save.variables?.nudges ?? user.nudges}
        disabled={save.isPending}
        onChange={({ currentTarget: { checked } }) => save.mutate({ nudges: checked }, { onSettled: save.reset })}
      />
    </Panel>
  )
}
