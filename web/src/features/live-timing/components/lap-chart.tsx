import { Box, Flex, Text, Title } from '@mantine/core'
import type { TimingHistory } from '@purple-sector/contracts/admin/live-timing'
import type { Car } from '@purple-sector/contracts/weekends/http'
import { useState } from 'react'
import { useIsPhone } from '../../../ui/base/use-is-phone.ts'
import { RowSelect } from '../../../ui/controls/row-select.tsx'
import { ordinal } from '../../../ui/time/format.ts'
import type { TipMark } from '../api/tips-on-cars.ts'

type CarHistory = TimingHistory['cars'][number]

const ROW = 16
/** Widths in px; on a phone the chart is not scaled, or its text would be half as high. */
const WIDTHS = { phone: 358, desk: 720 }
const SIDE = 34
const TOP = 8

/** Thickness and dashes distinguish the lines without colour. */
const LINES = {
  own: { stroke: 'var(--ps-ink)', strokeWidth: 3 },
  group: { stroke: 'var(--ps-ink-2)', strokeWidth: 2, strokeDasharray: '6 3' },
  other: { stroke: 'var(--ps-line-2)', strokeWidth: 1.5 },
} as const
const TEXTS = {
  marked: { fill: 'var(--ps-ink)', fontWeight: 700 },
  other: { fill: 'var(--ps-ink-3)' },
} as const

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
  if (plotted.length === 0)
    return (
      <Text variant="note" py={14} px={16}>
        The chart starts with the first lap.
      </Text>
    )
  return (
    <Box component="figure" px={16} py={12}>
      <Flex component="figcaption" align="center" justify="space-between" gap={12} mb={8}>
        <Title order={3} size="h4">
          Lap chart
        </Title>
        <Box w={200}>
          <RowSelect
            aria-label="Highlight a car"
            value={selectedPlate}
            options={[
              { value: '', label: 'Your picks' },
              ...plotted.map((car) => ({ value: car.plate, label: nameOf(car, cars) })),
            ]}
            onChoose={setSelectedPlate}
          />
        </Box>
      </Flex>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width="100%"
        className="ps-num"
        fontSize={11}
        role="img"
        aria-label={`Positions of ${plotted.length} cars over ${laps} laps`}
      >
        {ticksOf(laps).map((lap) => (
          <g key={lap}>
            <path stroke="var(--ps-line)" d={`M${x(lap)} ${TOP}V${height - 18}`} />
            <text {...TEXTS.other} x={x(lap)} y={height - 4} textAnchor="middle">
              {lap}
            </text>
          </g>
        ))}
        {inOrder.map((car) => {
          const last = car.laps.at(-1)
          const first = car.laps[0]
          const tip = car.carId === null ? undefined : tips.get(car.carId)
          const look = car.plate === selectedPlate ? 'own' : (tip ?? 'other')
          return (
            <g key={car.plate} {...TEXTS[look === 'other' ? 'other' : 'marked']}>
              <polyline
                {...LINES[look]}
                fill="none"
                strokeLinejoin="round"
                points={car.laps.map(({ lap, position }) => `${x(lap)},${y(position)}`).join(' ')}
              />
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
        <Box component="ul" className="ps-xs ps-muted" mt={8}>
          {marked.map((car) => (
            <li key={car.plate}>{describePath(car, cars)}</li>
          ))}
        </Box>
      )}
    </Box>
  )
}
