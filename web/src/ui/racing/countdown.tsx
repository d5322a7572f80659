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
  /** `big` 104 px (phone 72), `rail` 66, `strip` 40 in one line with the zones, `cell` 52. */
  variant?: 'big' | 'rail' | 'strip' | 'cell'
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

const LOOKS: Record<CountdownZone, Record<`--${string}`, string>> = {
  normal: { '--zone': 'var(--ps-ink-2)', '--tag-edge': 'var(--ps-line-2)' },
  soon: { '--zone': 'var(--ps-ink)', '--on-tag': 'var(--ps-ink)', '--tag-edge': 'var(--ps-ink-3)' },
  urgent: {
    '--zone': 'var(--ps-yellow)',
    '--tag': 'var(--ps-sec-yellow)',
    '--on-tag': 'var(--ps-on-yellow)',
    '--digits': 'var(--ps-urgent-digits)',
  },
  critical: {
    '--zone': 'var(--ps-red)',
    '--tag': 'var(--ps-run)',
    '--on-tag': 'var(--ps-on-run)',
    '--digits': 'var(--ps-red-ink)',
  },
  live: { '--tag': 'var(--ps-live)', '--on-tag': 'var(--ps-on-live)' },
}

type Size = 'digit' | 'line' | 'sep' | 'sep-line' | 'now'

const sizes = (
  digit: number,
  line: number,
  sep: number,
  sepLine: number,
  now: number,
): Record<`--${Size}`, string> => ({
  '--digit': `${digit}px`,
  '--line': `${line}px`,
  '--sep': `${sep}px`,
  '--sep-line': `${sepLine}px`,
  '--now': `${now}px`,
})
/** Those of `big` depend on the screen. */
const SIZES: Record<NonNullable<CountdownProps['variant']>, Record<`--${string}`, string>> = {
  big: {},
  rail: sizes(66, 56, 50, 50, 38),
  strip: sizes(40, 36, 30, 32, 28),
  cell: sizes(50, 50, 38, 44, 31),
}

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
  const current = zone === 'live' ? -1 : ZONES.indexOf(zone)

  return (
    <div className={join(classes.countdown, classes[variant], className)} style={{ ...SIZES[variant], ...LOOKS[zone] }}>
      <div className={classes.top}>
        {label !== undefined && <span className={classes.label}>{label}</span>}
        {zone !== 'live' && (
          <span className={classes.tag} aria-live="polite">
            <Icon icon={IconClock} size={14} />
            {tagOf(zone, haveTipsClosed)}
          </span>
        )}
      </div>
      {zone === 'live' ? (
        <div className={classes.now} aria-live="polite">
          {tagOf('live', haveTipsClosed)}
        </div>
      ) : (
        <div className={classes.digits} role="timer" aria-label={clockText(clock)} aria-live="off">
          {parts.map(([unit, value], index) => (
            <Unit key={unit} unit={units ? unit : undefined} value={value} first={index === 0} />
          ))}
        </div>
      )}
      <span className="ps-hidden" aria-live="polite">
        {announcementOf(isOn ? 0 : msLeft)}
      </span>
      <div className={classes.zones} aria-hidden={zoneLabels ? undefined : 'true'}>
        {ZONES.map((name, index) => (
          <div
            key={name}
            className={join(
              classes.zone,
              (current === -1 || index < current) && classes.past,
              index === current && classes.current,
            )}
          >
            <i />
            {zoneLabels && <span>{zoneLabels[index]}</span>}
          </div>
        ))}
      </div>
    </div>
  )
}

const Unit = ({ unit, value, first }: { unit: string | undefined; value: string; first: boolean }) => (
  <>
    {!first && (
      <span className={classes.separator} aria-hidden="true">
        :
      </span>
    )}
    <div className={classes.unit}>
      <b>{value}</b>
      {unit && <span>{unit}</span>}
    </div>
  </>
)
