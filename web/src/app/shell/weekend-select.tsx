import { Badge, Box, Flex, Text } from '@mantine/core'
import { IconChevronDown, IconFlag3, IconSelector } from '@tabler/icons-react'
import { cutName, selectorName, weekendDates } from '../../features/weekend-data/api/weekend-labels.ts'
import { useActiveWeekend } from '../../features/weekend-data/components/active-weekend.tsx'
import { Icon } from '../../ui/base/icon.tsx'
import { join } from '../../ui/base/join.ts'
import classes from './weekend-select.module.css'

const EXPANDED = { fontStretch: '110%', fontVariantNumeric: 'normal' }
const POINTER = { cursor: 'pointer' }
const OPTION = { background: 'var(--ps-overlay)', color: 'var(--ps-ink)' }

/** The browser's own select: native to touch, keyboard and screen readers. */
const Select = ({ withDates }: { withDates?: boolean }) => {
  const { weekend, weekends, select } = useActiveWeekend()
  return (
    <Box
      component="select"
      pos="absolute"
      inset={0}
      w="100%"
      bd={0}
      opacity={0}
      fz={16}
      style={POINTER}
      aria-label="Race weekend"
      value={weekend?.id}
      onChange={(event) => select(Number(event.currentTarget.value))}
    >
      {weekends.map((choice) => (
        <option key={choice.id} value={choice.id} style={OPTION}>
          {withDates ? `${selectorName(choice)} · ${weekendDates(choice)}` : selectorName(choice)}
        </option>
      ))}
    </Box>
  )
}

/** Selector in the header, from 768 px on. Where space is short the name is truncated, never its (LIVE). */
export const WeekendSelect = () => {
  const { weekend } = useActiveWeekend()
  if (!weekend) return null
  return (
    <Flex
      component="span"
      className={join('ps-around', classes.box)}
      visibleFrom="sm"
      pos="relative"
      align="center"
      gap={9}
      miw={232}
      h={36}
      pl={13}
      pr={11}
      bdrs="md"
      bg="var(--ps-mast-field)"
      c="var(--ps-mast-ink)"
      fz="sm"
      fw={500}
    >
      <Icon icon={IconFlag3} size={16} />
      <Flex component="span" flex="1 1 0" miw={0} gap={4} aria-hidden="true">
        <span className="ps-clip">{cutName(weekend)}</span>
        {weekend.status === 'live' && (
          <Box component="span" flex="none">
            (LIVE)
          </Box>
        )}
      </Flex>
      <Icon icon={IconChevronDown} size={16} />
      <Select />
    </Flex>
  )
}

/** Selector on a phone: the banner itself. */
export const WeekendSelectBar = () => {
  const { weekend } = useActiveWeekend()
  if (!weekend) return null
  return (
    <Flex
      className="ps-around ps-below"
      hiddenFrom="sm"
      pos="relative"
      align="center"
      gap={12}
      mih={58}
      py={8}
      pl={16}
      pr={12}
      bg="var(--ps-panel)"
    >
      <span className="ps-fill">
        <Flex component="span" align="center" gap={8}>
          <Box component="b" className="ps-clip" ff="var(--ps-font-display)" fz={16} fw={700} style={EXPANDED}>
            {weekend.name}
          </Box>
          {weekend.status === 'live' && <Badge variant="live">LIVE EVENT</Badge>}
        </Flex>
        <Text span size="xs" c="dimmed" truncate display="block" mt={2}>
          {[weekend.venue, weekendDates(weekend)].filter(Boolean).join(' · ')}
        </Text>
      </span>
      <Icon icon={IconSelector} size={20} className="ps-faint" />
      <Select withDates />
    </Flex>
  )
}
