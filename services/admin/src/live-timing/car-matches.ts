import type { Database, Transaction } from '@purple-sector/database'

type Row = { race_id: number; number: string; car_id: number }

/** Finds the cars that race control has matched to numbers of the source. */
export const findMatches = async (sql: Database | Transaction, raceId: number): Promise<Map<string, number>> => {
  const rows = await sql<Row>('timing_car_matches').where({ race_id: raceId })
  return new Map(rows.map(({ number, car_id }) => [number, car_id]))
}
