import { ActionIcon, Badge, Box, Button, Flex, Text } from '@mantine/core'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { IconEdit, IconFlag, IconFlagCheck, IconHistory, IconLock, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router-dom'
import { useServerNow } from '../../../../client/time/server-clock.ts'
import { Icon } from '../../../../ui/base/icon.tsx'
import { useIsPhone } from '../../../../ui/base/use-is-phone.ts'
import { ActionMenu, type MenuAction } from '../../../../ui/controls/action-menu.tsx'
import { formatDayTime } from '../../../../ui/time/format.ts'
import { RACE_STATE_LABELS, raceState } from '../../../weekend-data/api/race-state.ts'
import { resultsAddress } from '../../base/api/setup-tabs.ts'
import { pointsLabel } from './race-form.ts'
import { canReopen, RACE_STATUSES } from './race-labels.ts'
import { useSetRaceStatus } from './race-mutations.ts'
import classes from './races-tab.module.css'
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
          className={classes.results}
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
    <li className={classes.row}>
      <span className={classes.time}>
        {race.scheduledStart === null ? 'TBD' : formatDayTime(race.scheduledStart, { timeZone })}
      </span>
      <span className={classes.name}>
        <Box component="b" className="ps-clip" fw={540}>
          {race.name}
        </Box>
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
      </span>
      <span className={classes.badge}>
        <Badge variant={tone}>{label}</Badge>
      </span>
      {isPhone ? <PhoneMenu race={race} {...on} /> : <Actions race={race} {...on} />}
    </li>
  )
}
