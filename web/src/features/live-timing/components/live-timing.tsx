import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { join } from '../../../ui/base/join.ts'
import { PanelGrid } from '../../../ui/layout/panel.tsx'
import { useZone } from '../../session/use-zone.ts'
import { carsQuery } from '../../weekend-data/api/weekend-queries.ts'
import type { RunningSession } from '../api/running-session.ts'
import { potentialPointsQuery } from '../api/timing-queries.ts'
import { tipsOnCars } from '../api/tips-on-cars.ts'
import { FlagStrip } from './flag-strip.tsx'
import classes from './live-timing.module.css'
import { PicksPanel } from './picks-panel.tsx'
import { ProjectedPanel } from './projected-panel.tsx'
import { SessionLaps } from './session-laps.tsx'
import { TimingHead } from './timing-head.tsx'
import { FootButton, Tower } from './tower.tsx'

type Props = {
  session: RunningSession
  weekend: Weekend
  /** Whether it fills the screen. */
  isFull?: boolean
  onSwitch(): void
}

/** A running session: flag, tower, the fan's own picks, and the projected leaderboard. */
export const LiveTiming = ({ session, weekend, isFull = false, onSwitch }: Props) => {
  const { race, timing, isPaused } = session
  const cars = useQuery(carsQuery(race.id)).data
  const potentialPoints = useQuery(potentialPointsQuery(race.id))
  const tips = useMemo(() => tipsOnCars(potentialPoints.data), [potentialPoints.data])
  const [showsAll, showAll] = useState(isFull)
  const [showsLaps, showLaps] = useState(false)
  const zone = useZone(weekend.timeZone)
  return (
    <PanelGrid className={join(classes.layout, isFull && classes.full)}>
      <section aria-label="Live timing">
        <TimingHead session={session} zone={zone} isFull={isFull} onSwitch={onSwitch} />
        <FlagStrip session={session} />
      </section>
      <section className={classes.tower} aria-label="Timing tower">
        <Tower
          timing={timing}
          cars={cars}
          tips={tips}
          showsAll={showsAll}
          onToggle={() => showAll(!showsAll)}
          foot={
            <FootButton isExpanded={showsLaps} onClick={() => showLaps(!showsLaps)}>
              Laps and race control
            </FootButton>
          }
        />
        {showsLaps && <SessionLaps raceId={race.id} cars={cars} tips={tips} zone={zone} />}
      </section>
      <section className={classes.side} aria-label="Your picks">
        <PicksPanel potentialPoints={potentialPoints} timing={timing} cars={cars} />
      </section>
      {!isPaused && (
        <section className={join(classes.side, classes.board)} aria-label="Board as it stands">
          <ProjectedPanel race={race} rows={isFull ? 12 : 7} />
        </section>
      )}
    </PanelGrid>
  )
}
