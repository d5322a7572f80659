import { type Database, type Transaction, table } from '@purple-sector/database'

const matches = table<{ race_id: number; number: string; car_id: number }>('timing_car_matches')

/** The cars that race control has matched to numbers of a race's source. */
export const carMatchRepository = (sql: Database | Transaction, raceId: number) => ({
  async find(): Promise<Map<string, number>> {
    const rows = await matches(sql).where({ race_id: raceId })
    return new Map(rows.map(({ number, car_id }) => [number, car_id]))
  },

  /** Matches a number to a car, or with null to none. */
  async set(number: string, carId: number | null): Promise<void> {
    if (carId === null) await matches(sql).where({ race_id: raceId, number }).delete()
    else await matches(sql).insert({ race_id: raceId, number, car_id: carId }).onConflict(['race_id', 'number']).merge()
  },
})
