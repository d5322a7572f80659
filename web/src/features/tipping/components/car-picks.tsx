import { Badge, Box, Flex, Text, UnstyledButton } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import { useState } from 'react'
import { join } from '../../../ui/base/join.ts'
import { ShareBar } from '../../../ui/controls/share-bar.tsx'
import { Plate } from '../../../ui/racing/plate.tsx'
import { formatPercent, plural } from '../../../ui/time/format.ts'
import type { PublicPicks } from '../api/picks-query.ts'
import classes from './car-picks.module.css'

type Car = PublicPicks['cars'][number]

type Fill = CSSProperties & Record<'--fill', string>

const BEST: Fill = { '--fill': 'var(--ps-purple)' }
const OWN: Fill = { '--fill': 'var(--ps-ink)' }
const OFFSET = { alignSelf: 'flex-start', textUnderlineOffset: 3 }

/** Returns the first cars and the own one; all cars if only one would be hidden. */
const firstCars = ({ cars, yours }: PublicPicks, room: number): Car[] => {
  const first = cars.filter(({ carId }, index) => index < room || carId === yours)
  return cars.length - first.length > 1 ? first : cars
}

const PickedCar = ({
  car,
  isBest,
  isOwn,
  pickers,
}: {
  car: Car
  isBest: boolean
  isOwn: boolean
  pickers: ReactNode
}) => (
  <li className={classes.car} style={isBest ? BEST : isOwn ? OWN : undefined}>
    <Plate number={car.plate} size="sm" />
    <span className={join('ps-row ps-sm', classes.driver)}>
      <span className="ps-clip">{car.driver}</span>
      {isOwn && (
        <Badge size="xs" variant="ink">
          YOUR TIP
        </Badge>
      )}
    </span>
    <span className={join('ps-num', classes.percent, isBest && 'ps-best')}>
      <span className="ps-hidden">{plural(car.count, 'tip')}, </span>
      {formatPercent(car.percent)}
    </span>
    <ShareBar percent={car.percent} className={classes.bar} />
    {pickers}
  </li>
)

/** Replaces the distribution until a race has locked that does not count at present, but did and may again. */
export const SecretPicks = ({ title, waitsFor }: { title: string; waitsFor: string }) => (
  <Text variant="note">
    {title} shows once {waitsFor} has locked. It was selected before.
  </Text>
)

export type CarPicksProps = {
  picks: PublicPicks
  /** Title that names the fans whose tips they are: "How all fans picked". */
  title: string
  /** Number of cars before "show all". */
  room?: number
  /** Renders who picked a car, below it. */
  renderPickers?: ((carId: number) => ReactNode) | undefined
}

/** Distribution of a locked category's tips over its cars: exact shares, most picked first. */
export const CarPicks = ({ picks, title, room = 3, renderPickers }: CarPicksProps) => {
  const [isExpanded, setIsExpanded] = useState(false)
  const maxCount = picks.cars[0]?.count
  const visible = isExpanded ? picks.cars : firstCars(picks, room)
  const hidden = picks.cars.length - firstCars(picks, room).length
  return (
    <Flex component="section" direction="column" gap={6} aria-label={title}>
      <Flex align="baseline" justify="space-between" gap={8}>
        <Text span variant="label">
          {title}
        </Text>
        <Box component="span" className="ps-faint" fz={12} lh="16px">
          {plural(picks.tips, 'tip')}
        </Box>
      </Flex>
      {picks.tips === 0 ? (
        <Text variant="note">No one tipped this category.</Text>
      ) : (
        <ul>
          {visible.map((car) => (
            <PickedCar
              key={car.carId}
              car={car}
              isBest={car.count === maxCount}
              isOwn={car.carId === picks.yours}
              pickers={renderPickers?.(car.carId)}
            />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <UnstyledButton
          mih={{ base: 44, sm: 32 }}
          fz="sm"
          fw={540}
          td="underline var(--ps-line-2)"
          style={OFFSET}
          onClick={() => setIsExpanded((isOpen) => !isOpen)}
        >
          {isExpanded ? 'Show fewer cars' : `Show ${plural(hidden, 'more car')}`}
        </UnstyledButton>
      )}
    </Flex>
  )
}
