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
    <svg className={classes.checker} viewBox="0 0 8 4" aria-hidden="true">
      {SQUARES.flatMap((x) =>
        [0, 1, 2, 3].map((y) => (x + y) % 2 === 0 && <path key={`${x} ${y}`} d={`M${x} ${y}h1v1h-1z`} />),
      )}
    </svg>
  ) : (
    <span className={classes.bars} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  )

/** Maximum number of lap segments; in longer races each stands for several laps. */
const MAX_SEGMENTS = 40

const Laps = ({ timing: { lap, totalLaps, flag } }: { timing: Timing }) => {
  if (totalLaps === null) return <b>Lap {lap}</b>
  const steps = Math.min(totalLaps, MAX_SEGMENTS)
  const currentStep = Math.min(steps, Math.ceil((lap / Math.max(1, totalLaps)) * steps))
  return (
    <>
      <b>
        <small>Lap</small> {lap} / {totalLaps}
      </b>
      <Segments
        wide
        className={classes.segments}
        values={countSegments(Math.max(0, currentStep - 1), steps, {
          running: Math.min(1, currentStep),
          runningAs: RUNNING[flag],
        })}
        label={`Lap ${lap} of ${totalLaps}`}
      />
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
    <span className={classes.clock} role="timer" aria-live="off" aria-label="Time left">
      {formatClock(leftMs)}
    </span>
  )
}

/** Flag, race control message, progress and remaining time. */
export const FlagStrip = ({ session: { timing, isPaused, silentMs } }: { session: RunningSession }) => {
  const { flag } = timing
  const silence = isPaused || timing.hasEnded ? null : describeSilence(silentMs)
  return (
    <div className={join(classes.strip, LOOKS[flag])}>
      <div key={flag} className={classes.wash} aria-hidden="true" />
      <div role="status" className={classes.said}>
        <span className={classes.chip}>
          <Mark flag={flag} />
          <b>{FLAG_LABELS[flag]}</b>
        </span>
        <span className={join(classes.detail, !isPaused && !timing.hasEnded && classes.message)}>
          {describeFlag(timing, isPaused)}
        </span>
      </div>
      {silence && <span className={classes.silence}>{silence}</span>}
      <span className={classes.laps}>
        <Laps timing={timing} />
      </span>
      <Clock timing={timing} isStill={isPaused || timing.hasEnded} />
    </div>
  )
}
