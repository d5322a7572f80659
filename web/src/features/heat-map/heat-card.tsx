import type { HeatMapEntry } from '@purple-sector/contracts/engagement/http'
import type { CSSProperties } from 'react'
import { join } from '../../ui/base/join.ts'
import { Plate } from '../../ui/racing/plate.tsx'
import { SEGMENT_COLOURS, Segments, shareSegments } from '../../ui/racing/segments.tsx'
import { formatLap } from '../../ui/time/format.ts'
import { formatPlace } from './heat-figures.ts'
import classes from './heat-map.module.css'
import { HeatZoneBadge, zoneNamed } from './heat-zone.tsx'

const Figure = ({ name, value }: { name: string; value: string | undefined }) => (
  <div>
    <dt className="ps-xs ps-faint">{name}</dt>
    <dd className="ps-data">{value ?? '–'}</dd>
  </div>
)

/** A driver's zone, score, identity, and figures of their latest session. */
export const HeatCard = ({ entry }: { entry: HeatMapEntry }) => {
  const { driverName, plate, performanceScore, heatMapZone, bestLapTime, lapsCompleted, averageSpeed } = entry
  const { segment, ink } = zoneNamed(heatMapZone)
  const style: CSSProperties & Record<'--edge', string> = { '--edge': SEGMENT_COLOURS[segment] }
  return (
    <article className={join('ps-edge', classes.card)} style={style} aria-label={driverName}>
      <div className={join('ps-row ps-between', classes.zone)}>
        <HeatZoneBadge zone={heatMapZone} />
        <b className={join('ps-figure-m', ink, classes.score)}>{performanceScore}</b>
      </div>
      <div className={join('ps-row', classes.driver)}>
        <Plate number={plate} />
        <div className="ps-fill ps-lines">
          <b>{driverName}</b>
          <span className="ps-xs ps-muted">{formatPlace(entry)}</span>
        </div>
      </div>
      <Segments
        className={classes.across}
        values={shareSegments(Number(performanceScore), segment)}
        label={`Score ${performanceScore} of 100`}
        wide
      />
      <dl className={join('ps-row ps-between', classes.across)}>
        <Figure name="Best lap" value={bestLapTime === null ? undefined : formatLap(bestLapTime)} />
        <Figure name="Laps" value={lapsCompleted === null ? undefined : String(lapsCompleted)} />
        <Figure name="Avg km/h" value={averageSpeed?.toFixed(1)} />
      </dl>
    </article>
  )
}
