import { SimpleGrid, Skeleton } from '@mantine/core'
import type { Vote } from '@purple-sector/contracts/engagement/http'
import type { Car } from '@purple-sector/contracts/weekends/http'
import { join } from '../../../ui/base/join.ts'
import { Plate } from '../../../ui/racing/plate.tsx'
import { isVoteFor } from '../api/poll-ranking.ts'
import { DriverName } from './driver-name.tsx'
import classes from './driver-rows.module.css'

type Props = {
  cars: readonly Car[]
  pickedCar: Car | undefined
  vote: Vote | null | undefined
  isClosed: boolean
  onPick(car: Car): void
}

const COLUMNS = { cols: { base: 1, sm: 2 }, spacing: 1 }

/** The drivers of a category; a whole row is the radio button. */
export const DriverRows = ({ cars, pickedCar, vote, isClosed, onPick }: Props) => (
  <SimpleGrid role="radiogroup" aria-label="Driver" {...COLUMNS}>
    {cars.map((car) => (
      <label key={car.id} className={join(classes.row, car.id === pickedCar?.id && classes.picked)}>
        <Plate number={car.plate} className={classes.plate} />
        <span className="ps-fill ps-lines">
          <DriverName name={car.driver} isOwn={isVoteFor(vote, car)} />
          <span className="ps-note">{[car.team, car.manufacturer].filter(Boolean).join(' · ')}</span>
        </span>
        <input
          type="radio"
          name="driver"
          checked={car.id === pickedCar?.id}
          disabled={isClosed}
          onChange={() => onPick(car)}
        />
      </label>
    ))}
  </SimpleGrid>
)

export const DriverRowSkeletons = () => (
  <SimpleGrid role="status" aria-label="Loading the drivers" {...COLUMNS}>
    {[1, 2, 3, 4, 5, 6].map((row) => (
      <div key={row} className={classes.row}>
        <Skeleton width={44} height={34} />
        <Skeleton width="44%" />
      </div>
    ))}
  </SimpleGrid>
)
