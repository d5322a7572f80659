import '@mantine/core/styles/Anchor.layer.css'
import { ActionIcon, Anchor, Badge, Box, Flex, Text } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { IconCopy, IconEdit, IconTrash } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
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
import rows from '../../base/components/rows.module.css'
import { useToggleWeekend } from './weekend-mutations.ts'
import classes from './weekends-tab.module.css'

const STATUS: Record<Weekend['status'], { tone: BadgeVariant; label: string }> = {
  live: { tone: 'live', label: 'Live' },
  completed: { tone: 'ink', label: 'Completed' },
  inactive: { tone: 'neutral', label: 'Inactive' },
}

const ANNOUNCED = { tone: 'green', label: 'Announced' } as const

const LIVE: CSSProperties & Record<'--edge', string> = { '--edge': 'var(--ps-green)' }

const AREAS = {
  name: { gridArea: 'name' },
  dates: { gridArea: 'dates' },
  races: { gridArea: 'races' },
  status: { gridArea: 'status' },
  actions: { gridArea: 'actions' },
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
  const isAnnounced = weekend.status === 'inactive' && weekend.isActive
  const { tone, label } = isAnnounced ? ANNOUNCED : STATUS[weekend.status]
  const word = isLive ? 'Deactivate' : 'Activate'
  return (
    <Box
      component="li"
      className={join(rows.row, classes.weekend, isLive && 'ps-edge')}
      pos="relative"
      mih={60}
      py={10}
      style={LIVE}
    >
      <Box miw={0} style={AREAS.name}>
        <Anchor
          component={Link}
          display="block"
          truncate
          c="var(--ps-ink)"
          fz={15}
          fw={560}
          py={{ base: 12, sm: 0 }}
          my={{ base: -12, sm: 0 }}
          to={tabAddress('races')}
          onClick={() => select(id)}
        >
          {name}
        </Anchor>
        <Text variant="note" truncate>
          {venue}
        </Text>
      </Box>
      <Text span c="dimmed" fz={{ base: 12.5, md: 'md' }} style={AREAS.dates}>
        {weekendDates(weekend)}
      </Text>
      <Text span c="dimmed" ta="right" pr={{ base: 12, md: 0 }} style={AREAS.races}>
        <Box
          component="span"
          className="ps-num"
          fz={{ base: 'sm', md: 'lg' }}
          c={{ base: 'dimmed', md: 'var(--ps-ink)' }}
        >
          {raceCount === undefined ? '–' : formatNumber(raceCount)}
        </Box>
        <Text span size="xs" hiddenFrom="md">
          {raceCount === 1 ? ' session' : ' sessions'}
        </Text>
      </Text>
      <Box component="span" ta={{ base: 'right', md: 'left' }} pr={{ base: 12, md: 0 }} style={AREAS.status}>
        <Badge variant={tone}>{label}</Badge>
      </Box>
      <Flex component="span" align="center" justify="flex-end" gap={{ base: 2, md: 10 }} style={AREAS.actions}>
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
      </Flex>
    </Box>
  )
}
