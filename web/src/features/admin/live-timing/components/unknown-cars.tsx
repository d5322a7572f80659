import { Badge, Button, Flex, Text } from '@mantine/core'
import type { TimingFeed } from '@purple-sector/contracts/admin/live-timing'
import type { Car, Race } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { RowSelect } from '../../../../ui/controls/row-select.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { Plate } from '../../../../ui/racing/plate.tsx'
import { adminCarsQuery } from '../../base/api/admin-queries.ts'
import { tabAddress } from '../../base/api/setup-tabs.ts'
import { useMatchCars } from '../api/source-mutations.ts'

const NO_DRIVER = ''

const carName = ({ plate, driver }: Pick<Car, 'plate' | 'driver'>): string => `${plate} ${driver}`

/** Cars of the source that are not entered: race control assigns them, or leaves them without points. */
export const UnknownCars = ({
  race,
  unknown,
  assigned,
}: {
  race: Race
  unknown: TimingFeed['unknown']
  /** Ids of cars that the source names by their own numbers. */
  assigned: ReadonlySet<number>
}) => {
  const cars = useQuery(adminCarsQuery(race.weekendId))
  const match = useMatchCars(race.id)
  const enteredCars = cars.data?.filter(({ category }) => category === race.category) ?? []
  const unassignedCount = unknown.filter(({ carId }) => carId === null).length
  const choose = (number: string, carId: number | null) =>
    match.mutate(unknown.map((each) => (each.number === number ? { number, carId } : each)))
  return (
    <Panel
      title="Needs a look"
      adornment={
        <Badge size="sm" variant={unassignedCount > 0 ? 'ink' : 'neutral'}>
          {unassignedCount}
        </Badge>
      }
      flush
    >
      <ul className="ps-lined" aria-label="Cars that aren’t entered">
        {unknown.map(({ number, driver, carId }) => (
          <Flex component="li" key={number} align="flex-start" gap={14} py={14} px={16}>
            <Plate number={number} look={carId === null ? 'solid' : 'dim'} />
            <div className="ps-fill">
              <b>{carId === null ? `Car ${number} isn’t entered` : `Car ${number} is matched`}</b>
              <Text variant="note" className="ps-wrap" mb={10}>
                {carId === null
                  ? `in ${race.category}. Fans see it${driver ? ` as ${driver}` : ' without a driver'} and it earns no points.`
                  : `The source calls it ${driver ?? `car ${number}`}.`}
              </Text>
              <RowSelect
                aria-label={`Which car is ${number}?`}
                disabled={match.isPending || cars.data === undefined}
                value={carId === null ? NO_DRIVER : String(carId)}
                options={[
                  { value: NO_DRIVER, label: 'None of our cars' },
                  ...enteredCars
                    .filter(({ id }) => id === carId || !assigned.has(id))
                    .map((car) => ({ value: String(car.id), label: carName(car) })),
                ]}
                onChoose={(chosen) => choose(number, chosen === NO_DRIVER ? null : Number(chosen))}
              />
            </div>
          </Flex>
        ))}
      </ul>
      <div className="ps-foot">
        <Button component={Link} variant="outline" size="sm" to={tabAddress('cars')}>
          Enter a car
        </Button>
      </div>
    </Panel>
  )
}
