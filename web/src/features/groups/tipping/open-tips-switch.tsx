import { Box, Switch } from '@mantine/core'
import type { Group } from '@purple-sector/contracts/groups/http'
import { useOpenTipsHere } from '../api/group-mutations.ts'

/** Whether the user's open tips count in the group too. Saved straight away. */
export const OpenTipsSwitch = ({ group }: { group: Group }) => {
  const save = useOpenTipsHere(group)
  return (
    <Box bg="var(--ps-panel)">
      <Switch
        label="Use my open competition tips here"
        description="We submit each of them to this group too. A tip you make here counts instead."
        checked={save.variables ?? group.usesOpenTips}
        disabled={save.isPending}
        onChange={({ currentTarget: { checked } }) => save.mutate(checked, { onSettled: save.reset })}
      />
    </Box>
  )
}
