import { ActionIcon, Badge, Box, Button, Flex, Text } from '@mantine/core'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { IconEdit, IconFlag, IconFlagCheck, IconHistory, IconLock, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router-dom'
import { useServerNow } from '../../../../client/time/server-clock.ts'
import { Icon } from '../../../../ui/base/icon.tsx'
import { join } from '../../../../ui/base/join.ts'
import { useIsPhone } from '../../../../ui/base/use-is-phone.ts'
import { ActionMenu, type MenuAction } from '../../../../ui/controls/action-menu.tsx'
import { formatDayTime } from '../../../../ui/time/format.ts'
import { RACE_STATE_LABELS, raceState } from '../../../weekend-data/api/race-state.ts'
import { resultsAddress } from '../../base/api/setup-tabs.ts'
import rows from '../../base/components/rows.module.css'
import { pointsLabel } from './race-form.ts'
import { canReopen, RACE_STATUSES } from './race-labels.ts'
import { useSetRaceStatus } from './race-mutations.ts'
import { StatusMenu } from './status-menu.tsx'

/** Interval at which the state of a race is recomputed, in ms. */
const CHECK_INTERVAL_MS = 60_000

type Props = { race: Race; timeZone: string; onEdit(): void; onReopen(): void; onDelete(): void }

const PhoneMenu = ({ race, onEdit, onReopen, onDelete }: Omit<Props, 'timeZone'>) => {
  const navigate = useNavigate()
  const setStatus = useSetRaceStatus()
  const statuses = RACE_STATUSES.filter(({ value }) => value !== race.status).map(
    ({ value, label }): MenuAction => ({
      label: `Set ${label.toLowerCase()}`,
      icon: IconFlag,
      onSelect: () => setStatus.mutate({ id: race.id, status: value }),
    }),
  )
  const actions: MenuAction[] = [
    { label: 'Results', icon: IconFlagCheck, onSelect: () => void navigate(resultsAddress(race.id)) },
    ...statuses,
    { label: 'Edit', icon: IconEdit, onSelect: onEdit },
    ...(canReopen(race) ? [{ label: 'Reopen', icon: IconHistory, onSelect: onReopen } as const] : []),
    { label: 'Delete', icon: IconTrash, danger: true, onSelect: onDelete },
  ]
  return <ActionMenu label={`More for ${race.name}, ${race.category}`} actions={actions} />
}

const Actions = ({ race, onEdit, onReopen, onDelete }: Omit<Props, 'timeZone'>) => {
  const name = `${race.name}, ${race.category}`
  const isOnResults = race.status === 'completed' || race.resultRevision !== null
  return (
    <>
      {isOnResults ? (
        <Button
          component={Link}
          to={resultsAddress(race.id)}
          variant="outline"
          size="sm"
          // As wide as the other rows' button with its icon.
          w={132}
          p={0}
          aria-label={`Results of ${name}`}
        >
          Results
        </Button>
      ) : (
        <StatusMenu race={race} onReopen={onReopen} />
      )}
      <Flex component="span" mx={-4}>
        {!isOnResults && (
          <ActionIcon component={Link} to={resultsAddress(race.id)} aria-label={`Results of ${name}`} title="Results">
            <Icon icon={IconFlagCheck} />
          </ActionIcon>
        )}
        <ActionIcon aria-label={`Edit ${name}`} title="Edit" onClick={onEdit}>
          <Icon icon={IconEdit} />
        </ActionIcon>
        <ActionIcon aria-label={`Delete ${name}`} title="Delete" onClick={onDelete}>
          <Icon icon={IconTrash} />
        </ActionIcon>
      </Flex>
    </>
  )
}

/** A race: time, name, state and actions; on a phone two lines and a menu. */
export const RaceRow = ({ race, timeZone, ...on }: Props) => {
  const isPhone = useIsPhone()
  const { tone, label } = RACE_STATE_LABELS[raceState(race, useServerNow(CHECK_INTERVAL_MS))]
  return (
    <li className={join('ps-row', rows.row)}>
      <Flex
        component="span"
        direction={{ base: 'column-reverse', sm: 'row' }}
        flex={1}
        miw={0}
        gap={{ base: 1, sm: 10 }}
      >
        <Box component="span" className="ps-data ps-muted" flex="none" w={{ sm: 92 }}>
          {race.scheduledStart === null ? 'TBD' : formatDayTime(race.scheduledStart, { timeZone })}
        </Box>
        <Flex component="span" align="center" gap={8} flex={1} miw={0}>
          <b className="ps-clip">{race.name}</b>
          {race.locked && race.status === 'upcoming' && (
            <Text span inherit c="var(--ps-ink-3)" title="Tips locked">
              <Icon icon={IconLock} size={14} />
              <span className="ps-hidden">Tips locked</span>
            </Text>
          )}
          {race.pointsSource === 'session' && (
            <Box component="small" className="ps-muted" flex="none" fz={12}>
              {pointsLabel(race.pointsAwarded)}
            </Box>
          )}
        </Flex>
      </Flex>
      <Badge variant={tone}>{label}</Badge>
      {isPhone ? <PhoneMenu race={race} {...on} /> : <Actions race={race} {...on} />}
    </li>
  )
}
