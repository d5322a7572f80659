import { ActionIcon, Badge, Flex, Text } from '@mantine/core'
import type { TimingSource } from '@purple-sector/contracts/admin/live-timing'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import { Icon } from '../../../../ui/base/icon.tsx'
import { useIsPhone } from '../../../../ui/base/use-is-phone.ts'
import { ActionMenu, type MenuAction } from '../../../../ui/controls/action-menu.tsx'
import { describeSource, formatCounts, KINDS, STATE_BADGES } from './timing-labels.ts'

const EDGES: Partial<Record<TimingSource['state'], string>> = {
  receiving: 'var(--ps-green)',
  failing: 'var(--ps-red)',
}

type Props = {
  source: TimingSource
  race: Race | undefined
  now: number
  isWatched: boolean
  onWatch(): void
  onChange(): void
  onRemove(): void
}

/** A session's source: type, state and actions, which are a menu on a phone. */
export const SourceRow = ({ source, race, now, isWatched, onWatch, onChange, onRemove }: Props) => {
  const isPhone = useIsPhone()
  const { title, tone } = STATE_BADGES[source.state]
  const name = race ? `${race.name}, ${race.category}` : `Session ${source.raceId}`
  const isOver = race !== undefined && (race.status === 'completed' || race.resultRevision !== null)
  const actions: MenuAction[] = [
    { label: 'Watch', icon: IconEye, onSelect: onWatch, disabled: isWatched },
    ...(isOver ? [] : [{ label: 'Change source of', icon: IconPencil, onSelect: onChange }]),
    { label: 'Remove source of', icon: IconTrash, onSelect: onRemove, danger: true },
  ]
  return (
    <Flex
      component="li"
      data-watched={isWatched ? source.state : undefined}
      className={isWatched ? 'ps-edge' : undefined}
      style={{ '--edge': EDGES[source.state] ?? 'var(--ps-line-2)' }}
      pos="relative"
      align="center"
      gap={12}
      mih={60}
      py={10}
      pl={16}
      pr={{ base: 4, sm: 10 }}
    >
      <div className="ps-fill ps-wrap">
        <Flex component="b" align="center" wrap="wrap" rowGap={4} columnGap={10} fw={550} lh="20px">
          {name} <Badge variant={tone}>{title}</Badge>
        </Flex>
        <Text variant="note">
          {KINDS[source.kind].title}
          {source.url && `, ${source.url}`}. {describeSource(source, now)}
        </Text>
        <Text size="xs" c="var(--ps-ink-3)">
          {formatCounts(source)}
          {source.publishAutomatically && ' · publishes automatically'}
          {source.startAutomatically && ' · connects 15 minutes before the start'}
        </Text>
      </div>
      {isPhone ? (
        <ActionMenu label={`More for ${name}`} actions={actions} />
      ) : (
        <Flex component="span" flex="none">
          {actions.map(({ label, icon, onSelect, disabled }) => (
            <ActionIcon
              key={label}
              aria-label={`${label} ${name}`}
              title={label.replace(/ source of$/, '')}
              disabled={disabled}
              onClick={onSelect}
            >
              <Icon icon={icon} />
            </ActionIcon>
          ))}
        </Flex>
      )}
    </Flex>
  )
}
