import { Badge, Box, Flex, Text, Title } from '@mantine/core'
import type { Points } from '@purple-sector/contracts/categories'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { IconChevronDown } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { serverNow, useServerNow } from '../../../client/time/server-clock.ts'
import { Icon } from '../../../ui/base/icon.tsx'
import { join } from '../../../ui/base/join.ts'
import { useIsPhone } from '../../../ui/base/use-is-phone.ts'
import { Countdown } from '../../../ui/racing/countdown.tsx'
import { useCategories } from '../../weekend-data/api/category-queries.ts'
import { currentEvent } from '../../weekend-data/api/current-event.ts'
import { pointsOf } from '../api/scoring-system.ts'
import { isLockedAt } from '../api/tip-card-state.ts'
import classes from './tipping-rail.module.css'

const STATUS: Record<Weekend['status'], string> = { live: 'Live', inactive: 'Scheduled', completed: 'Completed' }

const formatPoints = ({ first, second, third }: Points): string => `${first} / ${second} / ${third}`

const Fact = ({
  label,
  value,
  detail,
  tone,
}: {
  label: string
  value: string
  detail?: string
  tone?: string | undefined
}) => (
  <div className={classes.fact}>
    <dt className={classes.label}>{label}</dt>
    <dd className={join(classes.value, tone)}>{value}</dd>
    {detail && <dd className={classes.detail}>{detail}</dd>}
  </div>
)

const TippingGuide = () => {
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  const isVisible = isOpen || !isPhone
  return (
    <section className={classes.how}>
      <Title order={2} size="h4">
        <button type="button" disabled={!isPhone} aria-expanded={isVisible} onClick={() => setOpen(!isOpen)}>
          How Category Tipping Works
          {isPhone && <Icon icon={IconChevronDown} size={20} />}
        </button>
      </Title>
      {isVisible && (
        <ol>
          <li>Pick one car in each category. It races for you all weekend.</li>
          <li>1st, 2nd and 3rd in each session earn points.</li>
          <li>Change it until 2 minutes before an event. Each session counts the tip you had at its deadline.</li>
        </ol>
      )}
    </section>
  )
}

/** The running race, or the time until the next one starts. */
const EventCountdown = ({ races }: { races: readonly Race[] }) => {
  const isPhone = useIsPhone()
  const now = useServerNow()
  const event = currentEvent(races, now)
  if (!event) return null
  return (
    <div className={classes.countdown}>
      <Countdown
        to={event.race.scheduledStart ?? now}
        isOn={event.isOn}
        haveTipsClosed={isLockedAt(event.race, now)}
        variant={isPhone ? 'strip' : 'rail'}
        label={event.isOn ? 'On now' : 'Next event'}
        now={serverNow}
      />
    </div>
  )
}

/** Sidebar of the cards: countdown, weekend, facts, and how tipping works. */
export const TippingRail = memo(({ weekend, races }: { weekend: Weekend; races: readonly Race[] }) => {
  const categories = useCategories()
  return (
    <aside className={join('ps-lined', classes.rail)} aria-label="About this weekend">
      <EventCountdown races={races} />
      <Box component="section" py={13} px={16} visibleFrom="sm">
        <Flex className="ps-h3" align="center" justify="space-between" gap={8}>
          <Box component="b" className="ps-wrap" miw={0} fw="inherit">
            {weekend.name}
          </Box>
          {weekend.status === 'live' && <Badge variant="live">LIVE EVENT</Badge>}
        </Flex>
        <Text component="div" size="sm" c="dimmed" mt={3}>
          {weekend.venue}
        </Text>
      </Box>
      <dl className={join('ps-lined', classes.facts)}>
        <Fact
          label="Event status"
          value={STATUS[weekend.status]}
          tone={weekend.status === 'live' ? 'ps-good' : undefined}
        />
        <Fact
          label="Scoring system"
          value={formatPoints(pointsOf(races, categories, true))}
          detail={`support ${formatPoints(pointsOf(races, categories, false))}`}
        />
        <Fact label="Deadline" value="2 min" detail="before each event" />
      </dl>
      <TippingGuide />
    </aside>
  )
})
