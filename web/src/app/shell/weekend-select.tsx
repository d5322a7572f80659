import { IconChevronDown, IconFlag3, IconSelector } from '@tabler/icons-react'
import { useActiveWeekend } from '../../features/weekends/active-weekend.tsx'
import { selectorName, weekendDates } from '../../features/weekends/weekend-words.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import classes from './weekend-select.module.css'

/** The browser's own select: at home under a thumb, under a keyboard and in a screen reader. */
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

/** In the header, from 768 px on. */
export const WeekendSelect = () => {
  const { weekends } = useActiveWeekend()
  if (weekends.length === 0) return null
  return (
    <span className={classes.box}>
      <Icon icon={IconFlag3} size={16} />
      <Select className={classes.select} />
      <Icon icon={IconChevronDown} size={16} className={classes.chevron} />
    </span>
  )
}

/** On a phone the banner is the selector itself. */
export const WeekendSelectBar = () => {
  const { weekend } = useActiveWeekend()
  if (!weekend) return null
  return (
    <div className={classes.bar}>
      <span className={classes.words}>
        <span className={classes.first}>
          <b>{weekend.name}</b>
          {weekend.status === 'live' && <Badge tone="live">LIVE EVENT</Badge>}
        </span>
        <span className={classes.second}>{[weekend.venue, weekendDates(weekend)].filter(Boolean).join(' · ')}</span>
      </span>
      <Icon icon={IconSelector} size={20} className={classes.chevron} />
      <Select className={classes.cover} withDates />
    </div>
  )
}
