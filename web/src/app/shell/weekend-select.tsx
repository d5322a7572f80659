import { Badge, Box, Flex, Text } from '@mantine/core'
import { IconChevronDown, IconFlag3, IconSelector } from '@tabler/icons-react'
import { cutName, selectorName, weekendDates } from '../../features/weekend-data/api/weekend-labels.ts'
import { useActiveWeekend } from '../../features/weekend-data/components/active-weekend.tsx'
import { Icon } from '../../ui/base/icon.tsx'
import { join } from '../../ui/base/join.ts'
import classes from './weekend-select.module.css'

/** The browser's own select: native to touch, keyboard and screen readers. */
const Select = ({ className, withDates }: { className: string | undefined; withDates?: boolean }) => {
  const { weekend, weekends, select } = useActiveWeekend()
  return (
    <select
      className={className}
      aria-label="Race weekend"
      value={weekend?.id}
      onChange={(event) => select(Number(event.target.value))}
    >
      {weekends.map((choice) => (
        <option key={choice.id} value={choice.id}>
          {withDates ? `${selectorName(choice)} · ${weekendDates(choice)}` : selectorName(choice)}
        </option>
      ))}
    </select>
  )
}

/** Selector in the header, from 768 px on. Where space is short the name is truncated, never its (LIVE). */
export const WeekendSelect = () => {
  const { weekend } = useActiveWeekend()
  if (!weekend) return null
  return (
    <Box component="span" className={classes.box} visibleFrom="sm">
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
      <Select className={classes.cover} />
    </Box>
  )
}

/** Selector on a phone: the banner itself. */
export const WeekendSelectBar = () => {
  const { weekend } = useActiveWeekend()
  if (!weekend) return null
  return (
    <Box className={classes.bar} hiddenFrom="sm">
      <span className={join('ps-fill', classes.words)}>
        <Flex component="span" align="center" gap={8}>
          <b className="ps-clip">{weekend.name}</b>
          {weekend.status === 'live' && <Badge variant="live">LIVE EVENT</Badge>}
        </Flex>
        <Text span size="xs" c="dimmed" truncate display="block" mt={2}>
          {[weekend.venue, weekendDates(weekend)].filter(Boolean).join(' · ')}
        </Text>
      </span>
      <Icon icon={IconSelector} size={20} className={classes.chevron} />
      <Select className={classes.cover} withDates />
    </Box>
  )
}
