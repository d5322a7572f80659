import type { TimingHistory } from '@purple-sector/contracts/admin/live-timing'
import type { Car } from '@purple-sector/contracts/weekends/http'
import { useState } from 'react'
import { join } from '../../../ui/base/join.ts'
import { useIsPhone } from '../../../ui/base/use-is-phone.ts'
import { RowSelect } from '../../../ui/controls/row-select.tsx'
import { ordinal } from '../../../ui/time/format.ts'
import type { TipMark } from '../api/tips-on-cars.ts'
import classes from './lap-chart.module.css'

type CarHistory = TimingHistory['cars'][number]

const ROW = 16
/** Widths in px; on a phone the chart is not scaled, or its text would be half as high. */
const WIDTHS = { phone: 358, desk: 720 }
const SIDE = 34
const TOP = 8

const nameOf = ({ plate, carId }: CarHistory, cars: readonly Car[] | undefined): string => {
  const driver = cars?.find(({ id }) => id === carId)?.driver
  return driver ? `${plate} ${driver}` : `Car ${plate}`
}

/** Describes a car's line: "31 Tomas Kinnear: from 4th on lap 0 to 1st on lap 23". */
const describePath = (car: CarHistory, cars: readonly Car[] | undefined): string => {
  const [first] = car.laps
  const last = car.laps.at(-1)
  if (!first || !last) return ''
  return `${nameOf(car, cars)}: from ${ordinal(first.position)} on lap ${first.lap} to ${ordinal(last.position)} on lap ${last.lap}`
}

/** Returns five or six axis ticks at round lap numbers. */
const ticksOf = (laps: number): number[] => {
  const step = Math.max(1, Math.ceil(laps / 5 / 5) * (laps > 12 ? 5 : 1))
  return Array.from({ length: Math.floor(laps / step) + 1 }, (_, index) => index * step)
}

type Props = {
  history: TimingHistory
  cars: readonly Car[] | undefined
  tips: ReadonlyMap<number, TipMark>
}

/** Chart of positions by lap: a line per car, with the fan's picks in ink and one selectable car. */
export const LapChart = ({ history, cars, tips }: Props) => {
  const [selectedPlate, setSelectedPlate] = useState('')
  const width = useIsPhone() ? WIDTHS.phone : WIDTHS.desk
  const plotted = history.cars.filter(({ laps }) => laps.length > 0)
  const laps = Math.max(1, ...plotted.flatMap((car) => car.laps.map(({ lap }) => lap)))
  const places = Math.max(1, ...plotted.flatMap((car) => car.laps.map(({ position }) => position)))
  const x = (lap: number) => SIDE + (lap / laps) * (width - 2 * SIDE)
  const y = (position: number) => TOP + (position - 0.5) * ROW
  const height = TOP + places * ROW + 20
  const isMarked = ({ plate, carId }: CarHistory) => plate === selectedPlate || (carId !== null && tips.has(carId))
  // Highlighted lines are drawn last, above the others.
  const inOrder = plotted.toSorted((a, b) => Number(isMarked(a)) - Number(isMarked(b)))
  const marked = plotted.filter(isMarked)
  if (plotted.length === 0) return <p className={classes.none}>The chart starts with the first lap.</p>
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.head}>
        <h3>Lap chart</h3>
        <RowSelect
          aria-label="Highlight a car"
          className={classes.pick}
          value={selectedPlate}
          options={[
            { value: '', label: 'Your picks' },
            ...plotted.map((car) => ({ value: car.plate, label: nameOf(car, cars) })),
          ]}
          onChoose={setSelectedPlate}
        />
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Positions of ${plotted.length} cars over ${laps} laps`}
      >
        {ticksOf(laps).map((lap) => (
          <g key={lap}>
            <path className={classes.grid} d={`M${x(lap)} ${TOP}V${height - 18}`} />
            <text className={classes.tick} x={x(lap)} y={height - 4} textAnchor="middle">
              {lap}
            </text>
          </g>
        ))}
        {inOrder.map((car) => {
          const last = car.laps.at(-1)
          const first = car.laps[0]
          const tip = car.carId === null ? undefined : tips.get(car.carId)
          return (
            <g
              key={car.plate}
              className={join(
                classes.car,
                tip === 'group' && classes.group,
                (tip === 'own' || car.plate === selectedPlate) && classes.own,
              )}
            >
              <polyline points={car.laps.map(({ lap, position }) => `${x(lap)},${y(position)}`).join(' ')} />
              {first && (
                <text x={x(first.lap) - 6} y={y(first.position) + 4} textAnchor="end">
                  {car.plate}
                </text>
              )}
              {last && (
                <text x={x(last.lap) + 6} y={y(last.position) + 4}>
                  {car.plate}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      {marked.length > 0 && (
        <ul className={classes.words}>
          {marked.map((car) => (
            <li key={car.plate}>{describePath(car, cars)}</li>
          ))}
        </ul>
      )}
    </figure>
  )
}
