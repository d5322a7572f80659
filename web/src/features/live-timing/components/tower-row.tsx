import { Badge } from '@mantine/core'
import type { SectorColour, TimingEntry } from '@purple-sector/contracts/admin/live-timing'
import type { Car } from '@purple-sector/contracts/weekends/http'
import { memo, useLayoutEffect, useRef } from 'react'
import { join } from '../../../ui/base/join.ts'
import { Plate } from '../../../ui/racing/plate.tsx'
import { PositionChange } from '../../../ui/racing/position-change.tsx'
import { COLOUR_LABELS, formatGap, formatInterval, formatLapTime, formatSector } from '../api/timing-labels.ts'
import type { TipMark } from '../api/tips-on-cars.ts'
import classes from './tower.module.css'

const FLIGHT = { duration: 520, easing: 'cubic-bezier(0.65, 0, 0.2, 1)' } as const

/** Row heights in px (`tower.module.css`). Measuring them would force a layout for each moving row. */
const HEIGHTS = { phone: 56, desk: 41 }

const rowHeight = (): number => (window.matchMedia('(max-width: 47.99em)').matches ? HEIGHTS.phone : HEIGHTS.desk)

const wantsLessMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** A sector's time has the ink of its bar, except that yellow is what most laps are. */
const INKS: Record<SectorColour, string> = { purple: 'ps-best', green: 'ps-good', yellow: 'ps-muted' }

const inkOf = (colour: SectorColour | null): string => INKS[colour ?? 'yellow']

/** The meaning of a colour, for screen readers. */
const ColourLabel = ({ colour }: { colour: SectorColour | null }) =>
  colour && <span className="ps-hidden">, {COLOUR_LABELS[colour]}</span>

const Sector = ({
  ms,
  colour,
  className,
}: {
  ms: number | null
  colour: SectorColour | null
  className?: string | undefined
}) => (
  <td className={join('ps-data ps-stack', inkOf(colour), classes.sector, colour && classes[colour], className)}>
    {ms !== null && (
      <>
        <b>{formatSector(ms)}</b>
        <ColourLabel colour={colour} />
        <i key={`${ms} ${colour}`} aria-hidden="true" />
      </>
    )}
  </td>
)

const Lap = ({
  ms,
  colour,
  isDim,
  className,
}: {
  ms: number | null
  colour: SectorColour | null
  isDim?: boolean
  className: string | undefined
}) => (
  <td className={join('ps-data', isDim ? 'ps-muted' : inkOf(colour), colour && classes[colour], className)}>
    {formatLapTime(ms)}
    {colour !== 'yellow' && <ColourLabel colour={colour} />}
  </td>
)

const S = [undefined, classes.second, classes.third]

/** Cells of the sectors; a car in the pits shows so in place of the third. */
const Sectors = ({ entry: { sectorsMs, sectors, inPit } }: { entry: TimingEntry }) => (
  <>
    {S.map((className, index) =>
      index === 2 && inPit ? (
        <td key={classes.pit} className={join('ps-stack', classes.sector, className, classes.pit)}>
          <Badge variant="yellow" className={classes.badge}>
            Pit
          </Badge>
        </td>
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: sectors are identified by their index
        <Sector key={index} className={className} ms={sectorsMs[index] ?? null} colour={sectors[index] ?? null} />
      ),
    )}
  </>
)

const bestOf = ({ isFastest, lastLap, lastLapMs, bestLapMs }: TimingEntry): SectorColour | null => {
  if (isFastest) return 'purple'
  return lastLap !== null && lastLap !== 'yellow' && lastLapMs === bestLapMs ? 'green' : null
}

const Timed = ({ entry, isLeader, lap }: { entry: TimingEntry; isLeader: boolean; lap: number }) => (
  <>
    <td className={join('ps-data', classes.gap)}>{formatGap(entry, isLeader, lap)}</td>
    <td className={join('ps-data ps-muted', classes.wide)}>{formatInterval(entry, isLeader)}</td>
    <Lap className={classes.last} ms={entry.lastLapMs} colour={entry.lastLap} isDim={entry.inPit} />
    <Lap className={classes.wide} ms={entry.bestLapMs} colour={bestOf(entry)} />
    <Sectors entry={entry} />
  </>
)

/** Cells of a car that is out: its laps and best lap. */
const Out = ({ entry: { laps, bestLapMs } }: { entry: TimingEntry }) => (
  <>
    <td className={join('ps-data', classes.gap)}>
      <Badge variant="red" className={classes.badge}>
        Out
      </Badge>
    </td>
    <td className={classes.wide} />
    <td className={join('ps-data ps-faint', classes.last)}>Lap {laps}</td>
    <td className={join('ps-data ps-faint', classes.wide)}>{formatLapTime(bestLapMs)}</td>
    <td className={classes.sector} />
    <td className={join(classes.sector, classes.second)} />
    <td className={join(classes.sector, classes.third)} />
  </>
)

type TowerRowProps = {
  entry: TimingEntry
  /** Index of the row, from 0. */
  index: number
  car: Car | undefined
  tip: TipMark | undefined
  /** Current lap, of the leader only; for other rows it would cause needless renders. */
  lap: number | null
}

/** Driver and team as entered, else as the source names them. */
const Who = ({ entry, car, tip }: Pick<TowerRowProps, 'entry' | 'car' | 'tip'>) => (
  <td className={join('ps-row', classes.who)}>
    <span className={join('ps-clip', classes.name, entry.status === 'out' ? 'ps-struck' : entry.inPit && 'ps-muted')}>
      {car?.driver ?? entry.driver ?? `Car ${entry.plate}`}
    </span>
    {tip === 'own' && (
      <Badge size="xs" variant="ink">
        YOUR TIP
      </Badge>
    )}
    {tip === 'group' && (
      <Badge size="xs" variant="plain">
        Group tip
      </Badge>
    )}
    {car && !tip && <span className={join('ps-clip ps-xs ps-faint', classes.team)}>{car.team}</span>}
  </td>
)

/** A car's row at its place. Keeps its element when it moves, and moves with an animation. */
export const TowerRow = memo(({ entry, index, car, tip, lap }: TowerRowProps) => {
  const row = useRef<HTMLTableRowElement>(null)
  const before = useRef(index)
  const isOut = entry.status === 'out'
  const isLeader = lap !== null
  useLayoutEffect(() => {
    const places = before.current - index
    before.current = index
    if (places === 0 || wantsLessMotion()) return
    const from = `translateY(${places * rowHeight()}px)`
    row.current?.animate?.([{ transform: from }, { transform: 'none' }], FLIGHT)
  }, [index])
  return (
    <tr
      ref={row}
      className={join(
        'ps-below',
        classes.row,
        isLeader && join('ps-edge', classes.leader),
        tip === 'own' && join('ps-edge', classes.mine),
      )}
    >
      <td className={join('ps-points', classes.position)}>{isOut ? '–' : entry.position}</td>
      <td className={join('ps-row', classes.change)}>{!isOut && <PositionChange places={entry.change} />}</td>
      <td className={join('ps-row', classes.plate)}>
        <Plate number={entry.plate} look={isOut ? 'out' : 'solid'} />
      </td>
      <Who entry={entry} car={car} tip={tip} />
      {isOut ? <Out entry={entry} /> : <Timed entry={entry} isLeader={isLeader} lap={lap ?? 0} />}
      <td className={join('ps-data', isOut ? 'ps-faint' : 'ps-muted', classes.stops)}>{entry.pitStops ?? '–'}</td>
    </tr>
  )
})
