import { Badge, Box, Flex, Stack, Text, Title } from '@mantine/core'
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

const STATUS: Record<Weekend['status'], string> = { live: 'Live', inactive: 'Scheduled', completed: 'Completed' }

const formatPoints = ({ first, second, third }: Points): string => `${first} / ${second} / ${third}`

const STEPS = [
  'Pick one car in each category. It races for you all weekend.',
  '1st, 2nd and 3rd in each session earn points.',
  'Change it until 2 minutes before an event. Each session counts the tip you had at its deadline.',
]

/** The hairline between facts, whether they are beside or below each other. */
const OUTLINED = { outline: '1px solid var(--ps-line)' }
const CLIPPED = { overflow: 'hidden' }

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
  <Flex
    direction={{ base: 'column', sm: 'row' }}
    align={{ base: 'flex-start', sm: 'baseline' }}
    justify={{ base: 'flex-start', sm: 'space-between' }}
    flex="1 1 auto"
    columnGap={12}
    py={9}
    pl={16}
    pr={{ base: 4, sm: 16 }}
    style={OUTLINED}
  >
    <Text component="dt" variant="label">
      {label}
    </Text>
    <Box component="dd" ta={{ base: 'left', sm: 'right' }} mt={{ base: 2, sm: 0 }}>
      <Box component="span" className={join('ps-num', tone)} display="block" fz={16}>
        {value}
      </Box>
      {detail && (
        <Text span size="xs" display="block" c="var(--ps-ink-3)">
          {detail}
        </Text>
      )}
    </Box>
  </Flex>
)

const TippingGuide = () => {
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  const isVisible = isOpen || !isPhone
  return (
    <section>
      <Title order={2} size="h4">
        <Flex
          component="button"
          type="button"
          align="center"
          justify="space-between"
          w="100%"
          py={13}
          px={16}
          disabled={!isPhone}
          aria-expanded={isVisible}
          onClick={() => setOpen(!isOpen)}
        >
          How Category Tipping Works
          {isPhone && <Icon icon={IconChevronDown} size={20} />}
        </Flex>
      </Title>
      {isVisible && (
        <Stack component="ol" className="ps-above ps-sm ps-muted" gap={8} pt={14} px={16} pb={16}>
          {STEPS.map((step, index) => (
            <Flex key={step} component="li" gap={18}>
              <b className="ps-num ps-faint" aria-hidden="true">
                {index + 1}
              </b>
              {step}
            </Flex>
          ))}
        </Stack>
      )}
    </section>
  )
}

const ABOVE = { zIndex: 5 }

/** The running race, or the time until the next one starts. */
const EventCountdown = ({ races }: { races: readonly Race[] }) => {
  const isPhone = useIsPhone()
  const now = useServerNow()
  const event = currentEvent(races, now)
  if (!event) return null
  return (
    <Box
      pos={isPhone ? 'sticky' : 'static'}
      top="var(--ps-header, 50px)"
      pt={isPhone ? 10 : 14}
      pb={isPhone ? 12 : 18}
      px={16}
      bg="var(--ps-panel)"
      style={ABOVE}
    >
      <Countdown
        to={event.race.scheduledStart ?? now}
        isOn={event.isOn}
        haveTipsClosed={isLockedAt(event.race, now)}
        variant={isPhone ? 'strip' : 'rail'}
        label={event.isOn ? 'On now' : 'Next event'}
        now={serverNow}
      />
    </Box>
  )
}

/** Sidebar of the cards: countdown, weekend, facts, and how tipping works. */
export const TippingRail = memo(({ weekend, races }: { weekend: Weekend; races: readonly Race[] }) => {
  const categories = useCategories()
  return (
    <Box component="aside" className="ps-frame ps-lined" flex="none" w={{ lg: 336 }} aria-label="About this weekend">
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
      <Flex component="dl" direction={{ base: 'row', sm: 'column' }} gap={1} style={CLIPPED}>
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
      </Flex>
      <TippingGuide />
    </Box>
  )
})
