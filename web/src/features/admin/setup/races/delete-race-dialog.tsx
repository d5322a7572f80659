import { Flex, Text } from '@mantine/core'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { IconAlertTriangle } from '@tabler/icons-react'
import { reasonOf } from '../../../../client/api/api.ts'
import { Icon } from '../../../../ui/base/icon.tsx'
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog.tsx'
import { kindOf } from './race-form.ts'
import { needsConfirmation, useDeleteRace } from './race-mutations.ts'

type Props = { race: Race; opened: boolean; onClose(): void }

/**
 * Confirms the deletion of a race, and once more with the number of tips that would be deleted (docs/rules.md, Races).
 */
export const DeleteRaceDialog = ({ race, opened, onClose }: Props) => {
  const remove = useDeleteRace()
  const acceptsTips = needsConfirmation(remove.error)
  const kind = kindOf(race)
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => remove.mutate({ race, isConfirmed: acceptsTips }, { onSuccess: onClose })}
      title={`Delete ${race.name}?`}
      text={`${race.name} of ${race.category} is permanently deleted. Its cars stay in the category. This cannot be undone.`}
      confirm={remove.isPending ? 'Deleting...' : acceptsTips ? `Delete ${kind} and tips` : `Delete ${kind}`}
      busy={remove.isPending}
    >
      {acceptsTips && (
        <Flex
          component="p"
          gap={10}
          mt={14}
          py={10}
          px={12}
          bg="var(--ps-red-wash)"
          style={{ borderLeft: '3px solid var(--ps-red)' }}
          role="alert"
        >
          <Text span inherit className="ps-bad" mt={2}>
            <Icon icon={IconAlertTriangle} size={16} />
          </Text>
          {reasonOf(remove.error)}
        </Flex>
      )}
    </ConfirmDialog>
  )
}
