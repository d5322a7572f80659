import { Badge, Box, Flex, SimpleGrid, Text } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Icon } from '../base/icon.tsx'
import { join } from '../base/join.ts'
import { useNow } from '../time/clock.ts'
import {
  announcementOf,
  type CountdownZone,
  clockOf,
  clockText,
  tagOf,
  ZONES,
  zoneOf,
} from '../time/countdown-zones.ts'
import classes from './countdown.module.css'

export type CountdownProps = {
  /** The instant it runs to. */
  to: Date | string | number
  /** `big` 104 px (phone 72), `rail` 66, `strip` 40 in one line with the zones. */
  variant?: 'big' | 'rail' | 'strip'
  /** Above the digits, left of the tag: "Next event". */
  label?: ReactNode
  /** Units under the digits; `big` has them. */
  units?: boolean
  /** Labels under the four zones: "Open", "24 hours", "2 hours", "30 minutes". */
  zoneLabels?: readonly [ReactNode, ReactNode, ReactNode, ReactNode]
  /** Whether the event is live already, regardless of the clock: it was started early, or has no time. */
  isOn?: boolean
  /** Whether its tips have closed already. */
  haveTipsClosed?: boolean
  /** Another clock: the server’s, or a test’s. */
  now?: () => number
  className?: string | undefined
}

type Look = {
  /** The running zone. */
  zone?: string
  /** Background, text and edge of the tag. */
  tag: { bg: string; c: string; bd: string }
  digits?: string
}

const tag = (bg: string, c: string, edge = 'transparent') => ({ bg, c, bd: `1px solid ${edge}` })

const LOOKS: Record<Exclude<CountdownZone, 'live'>, Look> = {
  normal: { zone: 'var(--ps-ink-2)', tag: tag('var(--ps-raised)', 'var(--ps-ink-2)', 'var(--ps-line-2)') },
  soon: { zone: 'var(--ps-ink)', tag: tag('var(--ps-raised)', 'var(--ps-ink)', 'var(--ps-ink-3)') },
  urgent: {
    zone: 'var(--ps-yellow)',
    tag: tag('var(--ps-sec-yellow)', 'var(--ps-on-yellow)'),
    digits: 'var(--ps-urgent-digits)',
  },
  critical: { zone: 'var(--ps-red)', tag: tag('var(--ps-run)', 'var(--ps-on-run)'), digits: 'var(--ps-red-ink)' },
}

/** Height of the digits in px; all else that is large is measured by it. */
const DIGITS = { big: { base: 72, sm: 104 }, rail: 66, strip: 40 } as const

const two = (value: number): string => String(value).padStart(2, '0')

/**
 * A countdown, updated every second. Colour enters at two hours and the tag names the zone. Screen readers hear the
 * zone and the last 10, 2 and 1 minutes, never the seconds.
 */
export const Countdown = ({
  to,
  variant = 'big',
  label,
  units: hasUnits = variant === 'big',
  zoneLabels,
  isOn = false,
  haveTipsClosed = false,
  now,
  className,
}: CountdownProps) => {
  const msLeft = new Date(to).getTime() - useNow(now)
  const zone = isOn ? 'live' : zoneOf(msLeft)
  const clock = clockOf(msLeft)
  // Days, hours and minutes without units would be read as hours, minutes and seconds.
  const units = hasUnits || clock.days > 0
  const parts: [string, string][] = [
    ...(clock.days > 0 ? ([['Days', String(clock.days)]] as [string, string][]) : []),
    ['Hours', two(clock.hours)],
    ['Minutes', two(clock.minutes)],
    ...(clock.days > 0 ? [] : ([['Seconds', two(clock.seconds)]] as [string, string][])),
  ]
  const look = zone === 'live' ? undefined : LOOKS[zone]
  const current = zone === 'live' ? ZONES.length : ZONES.indexOf(zone)
  const isStrip = variant === 'strip'

  return (
    <Flex
      className={className}
      pos="relative"
      direction={isStrip ? 'row' : 'column'}
      wrap={isStrip ? 'wrap' : 'nowrap'}
      align={isStrip ? 'center' : 'stretch'}
      gap={isStrip ? '8px 16px' : 16}
      fz={DIGITS[variant]}
    >
      <Flex align="center" justify="space-between" gap={12} mih={22} w={isStrip ? '100%' : undefined}>
        {label !== undefined && (
          <Text span variant="label" truncate>
            {label}
          </Text>
        )}
        {look && (
          <Badge
            ml="auto"
            h={22}
            px={8}
            fz={11}
            {...look.tag}
            leftSection={<Icon icon={IconClock} size={14} />}
            aria-live="polite"
          >
            {tagOf(zone, haveTipsClosed)}
          </Badge>
        )}
      </Flex>
      {look ? (
        <div
          className={join(classes.digits, classes[variant])}
          style={{ color: look.digits }}
          role="timer"
          aria-label={clockText(clock)}
          aria-live="off"
        >
          {parts.map(([unit, value], index) => (
            <Unit key={unit} unit={units ? unit : undefined} value={value} first={index === 0} />
          ))}
        </div>
      ) : (
        <div className={join(classes.now, hasUnits && classes.high)} aria-live="polite">
          {tagOf('live', haveTipsClosed)}
        </div>
      )}
      <span className="ps-hidden" aria-live="polite">
        {announcementOf(isOn ? 0 : msLeft)}
      </span>
      <SimpleGrid cols={4} spacing={4} flex={isStrip ? 1 : undefined} aria-hidden={zoneLabels ? undefined : 'true'}>
        {ZONES.map((name, index) => (
          <Zone
            key={name}
            colour={index < current ? 'var(--ps-line-2)' : index === current ? look?.zone : 'var(--ps-line)'}
            isCurrent={index === current}
            label={zoneLabels?.[index]}
          />
        ))}
      </SimpleGrid>
    </Flex>
  )
}

const SHEARED = { transform: 'skewX(-32deg)' }

type ZoneProps = { colour: string | undefined; isCurrent: boolean; label: ReactNode }

const Zone = ({ colour, isCurrent, label }: ZoneProps) => (
  <div>
    <Box h={5} bg={colour} style={SHEARED} />
    {label !== undefined && (
      <Text
        span
        display="block"
        size="xs"
        c={isCurrent ? 'var(--ps-ink)' : 'var(--ps-ink-3)'}
        fw={isCurrent ? 540 : 400}
        mt={7}
      >
        {label}
      </Text>
    )}
  </div>
)

const Unit = ({ unit, value, first }: { unit: string | undefined; value: string; first: boolean }) => (
  <>
    {!first && (
      <span className={classes.separator} aria-hidden="true">
        :
      </span>
    )}
    <div>
      <b className={classes.value}>{value}</b>
      {unit && (
        <Text span variant="label" display="block" pl={4} mt={2}>
          {unit}
        </Text>
      )}
    </div>
  </>
)
