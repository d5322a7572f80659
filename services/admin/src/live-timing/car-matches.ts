import type { Database, Transaction } from '@purple-sector/database'

type Row = { race_id: number; number: string; car_id: number }

/** Which car race control has said a number of the source means. */
export const findMatches = async (sql: Database | Transaction, raceId: number): Promise<Map<string, number>> => {
  const rows = await sql<Row>('timing_car_matches').where({ race_id: raceId })
  return new Map(rows.map(({ number, car_id }) => [number, car_id]))
}
