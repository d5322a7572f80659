import type { Car, Race, Weekend } from '@purple-sector/contracts/weekends/http'
import type { Person } from './group-weekend/person.ts'

/** The category of the race. */
export const CATEGORY = 'Repco Supercars Championship'

/** Creates a weekend of today with one race, open for tips, and three cars, as race control does. */
export const openOneRaceWeekend = async (control: Person, name = 'Round 1') => {
  const day = new Date().toISOString().slice(0, 10)
  const weekend = await control.post<Weekend>('/api/admin/weekends', {
    name,
    startDate: day,
    endDate: day,
    isActive: true,
  })
  const body = { weekendId: weekend.id, name: 'Race 1', category: CATEGORY, sessionType: 'race1' }
  const race = await control.post<Race>('/api/admin/races', body)
  const cars: Car[] = []
  for (const number of [1, 2, 3])
    cars.push(await control.post<Car>('/api/admin/cars', { raceId: race.id, number, driver: `Driver ${number}` }))
  return { weekend, race, cars }
}
