import { ActionIcon, Badge, Box, Flex, Text } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { IconCopy, IconEdit, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { Icon } from '../../../../ui/base/icon.tsx'
import { join } from '../../../../ui/base/join.ts'
import { useIsPhone } from '../../../../ui/base/use-is-phone.ts'
import { ActionMenu } from '../../../../ui/controls/action-menu.tsx'
import { AsyncButton } from '../../../../ui/controls/async-button.tsx'
import type { BadgeVariant } from '../../../../ui/theme/surfaces.ts'
import { formatNumber } from '../../../../ui/time/format.ts'
import { weekendDates } from '../../../weekend-data/api/weekend-labels.ts'
import { useActiveWeekend } from '../../../weekend-data/components/active-weekend.tsx'
import { tabAddress } from '../../base/api/setup-tabs.ts'
import { useToggleWeekend } from './weekend-mutations.ts'
import classes from './weekends-tab.module.css'

const STATUS: Record<Weekend['status'], { tone: BadgeVariant; label: string }> = {
  live: { tone: 'live', label: 'Live' },
  completed: { tone: 'ink', label: 'Completed' },
  inactive: { tone: 'neutral', label: 'Inactive' },
}

type Props = {
  weekend: Weekend
  /** Undefined while the races load. */
  raceCount: number | undefined
  onEdit(): void
  onDuplicate(): void
  onDelete(): void
}

/** A weekend with its actions; on a phone the rarer ones are in a menu. */
export const WeekendRow = ({ weekend, raceCount, onEdit, onDuplicate, onDelete }: Props) => {
  const { select } = useActiveWeekend()
  const toggle = useToggleWeekend()
  const isPhone = useIsPhone()
  const { id, name, venue } = weekend
  const isLive = weekend.status === 'live'
  const { tone, label } = STATUS[weekend.status]
  const word = isLive ? 'Deactivate' : 'Activate'
  return (
    <li className={join(classes.row, isLive && classes.live)}>
      <div className={join('ps-lines', classes.name)}>
        <Link to={tabAddress('races')} className={classes.link} onClick={() => select(id)}>
          {name}
        </Link>
        <Text span variant="note">
          {venue}
        </Text>
      </div>
      <span className={join('ps-muted', classes.dates)}>{weekendDates(weekend)}</span>
      <span className={join('ps-muted', classes.races)}>
        <b>{raceCount === undefined ? '–' : formatNumber(raceCount)}</b>
        <Box component="small" hiddenFrom="md" fz={12.5} lh="16px">
          {raceCount === 1 ? ' session' : ' sessions'}
        </Box>
      </span>
      <span className={classes.status}>
        <Badge variant={tone}>{label}</Badge>
      </span>
      <span className={classes.actions}>
        <AsyncButton
          variant="outline"
          size="sm"
          w={108}
          p={0}
          aria-label={`${word} ${name}`}
          loading={toggle.isPending}
          onClick={() => toggle.mutate({ id, isLive })}
        >
          {word}
        </AsyncButton>
        {isPhone ? (
          <ActionMenu
            label={`More for ${name}`}
            actions={[
              { label: 'Edit', icon: IconEdit, onSelect: onEdit },
              { label: 'Duplicate', icon: IconCopy, onSelect: onDuplicate },
              { label: 'Delete', icon: IconTrash, danger: true, onSelect: onDelete },
            ]}
          />
        ) : (
          <Flex component="span">
            <ActionIcon aria-label={`Edit ${name}`} title="Edit" onClick={onEdit}>
              <Icon icon={IconEdit} />
            </ActionIcon>
            <ActionIcon aria-label={`Duplicate ${name}`} title="Duplicate" onClick={onDuplicate}>
              <Icon icon={IconCopy} />
            </ActionIcon>
            <ActionIcon aria-label={`Delete ${name}`} title="Delete" onClick={onDelete}>
              <Icon icon={IconTrash} />
            </ActionIcon>
          </Flex>
        )}
      </span>
    </li>
  )
}
