import { Box, Menu, Text } from '@mantine/core'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { IconCheck, IconFlag, IconHistory } from '@tabler/icons-react'
import { Icon } from '../../../../ui/base/icon.tsx'
import { AsyncButton } from '../../../../ui/controls/async-button.tsx'
import { canReopen, RACE_STATUSES } from './race-labels.ts'
import { useSetRaceStatus } from './race-mutations.ts'

/** Sets the status of a race. Running and completed lock its tips for good; only reopening lifts that. */
export const StatusMenu = ({ race, onReopen }: { race: Race; onReopen(): void }) => {
  const setStatus = useSetRaceStatus()
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <AsyncButton
          variant="outline"
          size="sm"
          w={96}
          p={0}
          aria-label={`Set status of ${race.name}, ${race.category}`}
          loading={setStatus.isPending}
        >
          Set status
        </AsyncButton>
      </Menu.Target>
      <Menu.Dropdown>
        {RACE_STATUSES.map(({ value, label }) => (
          <Menu.Item
            key={value}
            disabled={value === race.status}
            leftSection={<Icon icon={value === race.status ? IconCheck : IconFlag} size={16} />}
            onClick={() => setStatus.mutate({ id: race.id, status: value })}
          >
            {label}
            {!race.locked && value !== 'upcoming' && (
              <Box component="span" className="ps-xs ps-muted" display="block">
                Tips lock now
              </Box>
            )}
          </Menu.Item>
        ))}
        {canReopen(race) && (
          <Menu.Item leftSection={<Icon icon={IconHistory} size={16} />} onClick={onReopen}>
            Reopen
            <Text span size="xs" c="dimmed" display="block">
              Tips open until a new time
            </Text>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
