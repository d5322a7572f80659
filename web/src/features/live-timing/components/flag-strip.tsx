import { Box, Flex } from '@mantine/core'
import type { Timing, TimingFlag } from '@purple-sector/contracts/admin/live-timing'
import { useServerNow } from '../../../client/time/server-clock.ts'
import { join } from '../../../ui/base/join.ts'
import { countSegments, type Segment, Segments } from '../../../ui/racing/segments.tsx'
import { useSpoilerDelay } from '../../session/spoiler-delay.tsx'
import type { RunningSession } from '../api/running-session.ts'
import { describeFlag, describeSilence, FLAG_LABELS, formatClock, SILENT_MS } from '../api/timing-labels.ts'
import classes from './flag-strip.module.css'

const LOOKS: Record<TimingFlag, string | undefined> = {
  green: classes.green,
  yellow: classes.yellow,
  'safety-car': classes.yellow,
  red: classes.red,
  chequered: classes.chequered,
}
const RUNNING: Record<TimingFlag, Segment> = {
  green: 'green',
  yellow: 'yellow',
  'safety-car': 'yellow',
  red: 'red',
  chequered: 'past',
}

const SQUARES = [0, 1, 2, 3, 4, 5, 6, 7]

/** The mark of a flag: three slanted bars, or a chequered pattern. */
const Mark = ({ flag }: { flag: TimingFlag }) =>
  flag === 'chequered' ? (
    <svg width={36} height={18} viewBox="0 0 8 4" fill="currentColor" aria-hidden="true">
      {SQUARES.flatMap((x) =>
        [0, 1, 2, 3].map((y) => (x + y) % 2 === 0 && <path key={`${x} ${y}`} d={`M${x} ${y}h1v1h-1z`} />),
      )}
    </svg>
  ) : (
    <svg width={28} height={16} viewBox="0 0 28 16" fill="currentColor" aria-hidden="true">
      <path d="M5 0h5L5 16H0zM14 0h5l-5 16H9zM23 0h5l-5 16h-5z" />
    </svg>
  )

/** Maximum number of lap segments; in longer races each stands for several laps. */
const MAX_SEGMENTS = 40

const Laps = ({ timing: { lap, totalLaps, flag } }: { timing: Timing }) => {
  if (totalLaps === null) return <b className="ps-points">Lap {lap}</b>
  const steps = Math.min(totalLaps, MAX_SEGMENTS)
  const currentStep = Math.min(steps, Math.ceil((lap / Math.max(1, totalLaps)) * steps))
  return (
    <>
      <b className="ps-points">
        <small className="ps-label ps-muted">Lap</small> {lap} / {totalLaps}
      </b>
      <Flex component="span" w={{ base: 120, lg: 300 }} visibleFrom="sm">
        <Segments
          wide
          className={classes.segments}
          values={countSegments(Math.max(0, currentStep - 1), steps, {
            running: Math.min(1, currentStep),
            runningAs: RUNNING[flag],
          })}
          label={`Lap ${lap} of ${totalLaps}`}
        />
      </Flex>
    </>
  )
}

/** Remaining time of the session; counts down between snapshots unless the source is silent. */
const Clock = ({ timing, isStill }: { timing: Timing; isStill: boolean }) => {
  const delayMs = useSpoilerDelay() * 1_000
  const now = useServerNow()
  if (timing.remainingMs === null) return null
  const sinceMs = Math.min(SILENT_MS, Math.max(0, now - delayMs - Date.parse(timing.at)))
  const leftMs = timing.remainingMs - (isStill ? 0 : sinceMs)
  return (
    <span className={join('ps-figure-m', classes.clock)} role="timer" aria-live="off" aria-label="Time left">
      {formatClock(leftMs)}
    </span>
  )
}

/** Flag, race control message, progress and remaining time. */
export const FlagStrip = ({ session: { timing, isPaused, silentMs } }: { session: RunningSession }) => {
  const { flag } = timing
  const silence = isPaused || timing.hasEnded ? null : describeSilence(silentMs)
  return (
    <div className={join('ps-row', classes.strip, LOOKS[flag])}>
      <div key={flag} className={classes.wash} aria-hidden="true" />
      <div role="status" className={join('ps-row ps-fill', classes.said)}>
        <span className={join('ps-row', classes.chip)}>
          <Mark flag={flag} />
          {FLAG_LABELS[flag]}
        </span>
        {/* On a phone a message is among those of race control. */}
        <Box
          component="span"
          className={join('ps-clip ps-muted', classes.detail)}
          visibleFrom={isPaused || timing.hasEnded ? undefined : 'sm'}
        >
          {describeFlag(timing, isPaused)}
        </Box>
      </div>
      {silence && <span className={join('ps-slow', classes.detail)}>{silence}</span>}
      <span className={join('ps-row', classes.laps)}>
        <Laps timing={timing} />
      </span>
      <Clock timing={timing} isStill={isPaused || timing.hasEnded} />
    </div>
  )
}
