import { Badge, Box, Button, Flex, Stack, Text } from '@mantine/core'
import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import type { Group } from '@purple-sector/contracts/groups/http'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useLeaveGroup } from '../api/group-mutations.ts'
import { SWITCHES } from '../api/group-switches.ts'

/** Confirms leaving a group: tips are not restored on rejoining. */
const LeaveDialog = ({ group, onCancel, onLeft }: { group: Group; onCancel(): void; onLeft(): void }) => {
  const leave = useLeaveGroup()
  return (
    <ConfirmDialog
      opened
      onClose={onCancel}
      onConfirm={() => leave.mutate(group, { onSuccess: onLeft })}
      title={`Leave ${bidiIsolate(group.name)}?`}
      text="You’ll drop off the leaderboard straight away. If you rejoin, you start from scratch."
      confirm={leave.isPending ? 'Leaving...' : 'Leave group'}
      busy={leave.isPending}
    />
  )
}

/** The settings of a group as members see them, read-only, and the button to leave it. */
export const GroupSettingsDialog = ({ group, onClose }: { group: Group; onClose(): void }) => {
  const [isLeaving, setLeaving] = useState(false)
  if (isLeaving) return <LeaveDialog group={group} onCancel={() => setLeaving(false)} onLeft={onClose} />
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`${bidiIsolate(group.name)} settings`}
      flush
      foot={
        <>
          <Button variant="danger" onClick={() => setLeaving(true)}>
            Leave group
          </Button>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <Text size="sm" c="dimmed" px={{ base: 16, sm: 20 }} pb={14}>
        Only {group.creatorName} can change the rules. Changes apply to sessions that are still open.
      </Text>
      <ul className="ps-above ps-lined">
        {SWITCHES.map(({ key, title, text }) => (
          <li key={key}>
            <Flex align="center" gap={16} mih={60} px={{ base: 16, sm: 20 }} py={10}>
              <Stack className="ps-fill" gap={0}>
                <Box component="b" fw={540}>
                  {title}
                </Box>
                <Text span variant="note">
                  {text}
                </Text>
              </Stack>
              {group[key] ? <Badge variant="green">On</Badge> : <Badge variant="plain">Off</Badge>}
            </Flex>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
