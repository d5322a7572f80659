import { Badge, Skeleton } from '@mantine/core'
import type { Vote } from '@purple-sector/contracts/engagement/http'
import type { Car } from '@purple-sector/contracts/weekends/http'
import { join } from '../../../ui/base/join.ts'
import { Plate } from '../../../ui/racing/plate.tsx'
import { isVoteFor } from '../api/poll-ranking.ts'
import classes from './driver-rows.module.css'

type Props = {
  cars: readonly Car[]
  pickedCar: Car | undefined
  vote: Vote | null | undefined
  isClosed: boolean
  onPick(car: Car): void
}

/** The drivers of a category; a whole row is the radio button. */
export const DriverRows = ({ cars, pickedCar, vote, isClosed, onPick }: Props) => (
  <div role="radiogroup" aria-label="Driver" className={classes.rows}>
    {cars.map((car) => (
      <label key={car.id} className={join(classes.row, car.id === pickedCar?.id && classes.picked)}>
        <Plate number={car.plate} className={classes.plate} />
        <span className="ps-fill">
          <span className={classes.name}>
            <span className="ps-clip" dir="auto">
              {car.driver}
            </span>
            {isVoteFor(vote, car) && (
              <Badge size="xs" variant="ink">
                YOUR VOTE
              </Badge>
            )}
          </span>
          <span className={classes.team}>{[car.team, car.manufacturer].filter(Boolean).join(' · ')}</span>
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
  </div>
)

export const DriverRowSkeletons = () => (
  <div role="status" aria-label="Loading the drivers" className={classes.rows}>
    {[1, 2, 3, 4, 5, 6].map((row) => (
      <div key={row} className={classes.row}>
        <Skeleton width={44} height={34} />
        <Skeleton width="44%" />
      </div>
    ))}
  </div>
)
