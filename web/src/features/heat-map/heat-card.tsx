import type { HeatMapEntry } from '@purple-sector/contracts/engagement/http'
import { join } from '../../ui/base/join.ts'
import { Plate } from '../../ui/racing/plate.tsx'
import { Segments, shareSegments } from '../../ui/racing/segments.tsx'
import { formatLap } from '../../ui/time/format.ts'
import classes from './heat-card.module.css'
import { formatPlace } from './heat-figures.ts'
import { HeatZoneBadge, zoneNamed } from './heat-zone.tsx'

const Figure = ({ name, value }: { name: string; value: string | undefined }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value ?? '–'}</dd>
  </div>
)

/** A driver's zone, score, identity, and figures of their latest session. */
export const HeatCard = ({ entry }: { entry: HeatMapEntry }) => {
  const { driverName, plate, performanceScore, heatMapZone, bestLapTime, lapsCompleted, averageSpeed } = entry
  return (
    <article className={join(classes.card, classes[heatMapZone])} aria-label={driverName}>
      <div className={classes.zone}>
        <HeatZoneBadge zone={heatMapZone} />
        <b className={classes.score}>{performanceScore}</b>
      </div>
      <div className={classes.driver}>
        <Plate number={plate} />
        <div className="ps-fill ps-lines">
          <b>{driverName}</b>
          <span className="ps-xs ps-muted">{formatPlace(entry)}</span>
        </div>
      </div>
      <Segments
        className={classes.segments}
        values={shareSegments(Number(performanceScore), zoneNamed(heatMapZone).segment)}
        label={`Score ${performanceScore} of 100`}
        wide
      />
      <dl className={classes.figures}>
        <Figure name="Best lap" value={bestLapTime === null ? undefined : formatLap(bestLapTime)} />
        <Figure name="Laps" value={lapsCompleted === null ? undefined : String(lapsCompleted)} />
        <Figure name="Avg km/h" value={averageSpeed?.toFixed(1)} />
      </dl>
    </article>
  )
}
