import { IconMaximize, IconX } from '@tabler/icons-react'
import { Badge } from '../../ui/badge.tsx'
import { durationWords, formatTime, type Zone } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { SpoilerDelay, useSpoilerDelay } from '../spoiler-delay/spoiler-delay.tsx'
import type { RunningSession } from './running-session.ts'
import classes from './timing-head.module.css'

/** How far behind the track the page runs, where the fan wants that. */
const Behind = () => {
  const delay = useSpoilerDelay()
  if (delay === 0) return null
  return (
    <>
      {' '}
      <span className={classes.wide}>This page runs </span>
      {durationWords(delay)} behind the track
      <span className={classes.wide}>, so it doesn’t spoil your broadcast</span>.
    </>
  )
}

type Props = {
  session: RunningSession
  zone: Zone
  isFull: boolean
  /** To the whole screen, or back from it. */
  onSwitch(): void
}

/** Which session it is, when its tips closed, and how far behind the track the fan wants to be. */
export const TimingHead = ({ session: { race, timing, isPaused }, zone, isFull, onSwitch }: Props) => {
  const closedAt = race.deadline !== null && race.deadline < timing.startedAt ? race.deadline : timing.startedAt
  return (
    <div className={classes.head}>
      <div className={classes.title}>
        <div className={classes.name}>
          <h2>
            {race.name} · {race.category}
          </h2>
          {isPaused ? (
            <Badge tone="yellow">Timing paused</Badge>
          ) : timing.hasEnded ? (
            <Badge tone="completed">Ended</Badge>
          ) : (
            <Badge tone="running" className={classes.wide}>
              Running
            </Badge>
          )}
        </div>
        <p className={classes.line}>
          Tips closed at {formatTime(closedAt, zone)}.
          <Behind />
        </p>
      </div>
      <div className={classes.controls}>
        <SpoilerDelay className={classes.delay} />
        <IconButton
          icon={isFull ? IconX : IconMaximize}
          className={classes.switch}
          label={isFull ? 'Exit full screen' : 'Full screen'}
          onClick={onSwitch}
        />
      </div>
    </div>
  )
}
