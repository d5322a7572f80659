import type { Car } from '@purple-sector/contracts/weekends/http'

/** A stored car: entered in a category of a weekend, through the race `raceId` if any. */
export type StoredCar = Omit<Car, 'race'>
export type NewCar = Omit<StoredCar, 'id'>

export type EntryRace = { id: number; name: string; category: string }

export const carReply = (car: StoredCar, race: EntryRace | null): Car => ({ ...car, race })

/** The state of a car as its event publishes it. */
export const carState = (car: StoredCar, deleted = false) => ({
  id: car.id,
  weekendId: car.weekendId,
  categoryId: car.categoryId,
  category: car.category,
  raceId: car.raceId,
  number: car.number,
  plate: car.plate,
  driver: car.driver,
  team: car.team,
  status: car.status,
  withdrawn: car.withdrawn,
  deleted,
})
