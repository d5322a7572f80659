import { createHash } from 'node:crypto'
import { type Database, prepared, type Transaction } from '@purple-sector/database'
import type { RoundPool } from './season-podiums.ts'
import {
  RIVAL_MAXIMUM,
  STATE_OF_PARTICIPANT,
  STATE_OF_RIVALS,
  STATE_OF_WEEKEND,
  TIPPERS_BY_CAR,
} from './weekend-chances-sql.ts'
import type { RemainingRace, Tipper, WeekendOrder, WeekendParticipant } from './weekend-competition.ts'

/** A competition of a weekend as a reader sees it; `withHidden`: also members whose points are hidden. */
export type WeekendCompetition = { scopeId: number; weekendId: number; withHidden: boolean }

type Race = RemainingRace & {
  categoryId: number
  locksAt: string | null
  needsApproval: boolean
  picksClosedAt: string | null
}
type Car = { carId: number; plate: string }

/**
 * What the chances of a weekend follow from. `cars` are those that can finish the last race, none before it is the last
 * and its picks are visible; `key` differs for every other state.
 */
export type WeekendState = { key: string; races: readonly Race[]; cars: readonly Car[] }

/** `tips` are the cars in force at the lock, by race; those that are out are left out. */
export type OwnChances = WeekendParticipant & { carOf(raceId: number): number | null }

type StateRow = { version: number; members: string | null; races: Race[]; cars: Car[] }
type OwnRow = StateRow & {
  own: { order: WeekendOrder; tips: Record<string, number> } | null
  rivalPoints: number | null
}
type RivalsRow = StateRow & { classes: { order: WeekendOrder; carId: number | null; count: number }[] }

const stateOf = ({ version, members, races, cars }: StateRow): WeekendState => ({
  key: createHash('sha256')
    .update(JSON.stringify([version, members, races, cars]))
    .digest('base64url'),
  races,
  cars,
})

/** Reads what the chances of a weekend follow from, each in one statement and so from one snapshot. */
export const weekendChancesReadModel = (database: Database | Transaction) => ({
  /** Reads the state alone. */
  async state({ scopeId, weekendId }: Omit<WeekendCompetition, 'withHidden'>): Promise<WeekendState | undefined> {
    const { rows } = await prepared<StateRow>(database, 'chances-state', STATE_OF_WEEKEND, { scopeId, weekendId })
    return rows[0] && stateOf(rows[0])
  },

  /** Reads all who tipped in the weekend, by the car of their tip on its only remaining race. */
  async tippersByCar({ scopeId, weekendId }: Omit<WeekendCompetition, 'withHidden'>): Promise<RoundPool[]> {
    type Row = Omit<RoundPool, 'best'> & { best: WeekendOrder[] | null }
    const { rows } = await database.raw<{ rows: Row[] }>(TIPPERS_BY_CAR, { scopeId, weekendId })
    return rows.map(({ best, ...pool }) => ({ ...pool, best: best?.[0] ?? null }))
  },

  /** Reads the state with a user's own standing, null for who takes no part, and the most points of a rival. */
  async ofParticipant(
    { scopeId, weekendId, withHidden }: WeekendCompetition,
    userId: string,
  ): Promise<{ state: WeekendState; own: OwnChances | null; rivalPoints: number | null } | undefined> {
    const bindings = { scopeId, weekendId, withHidden, userId }
    const { rows } = await prepared<OwnRow>(database, 'chances-of-participant', STATE_OF_PARTICIPANT, bindings)
    const [row] = rows
    if (!row) return undefined
    const tips = new Map(Object.entries(row.own?.tips ?? {}).map(([raceId, carId]) => [Number(raceId), carId]))
    return {
      state: stateOf(row),
      own: row.own && {
        order: row.own.order,
        racesWithCar: new Set(tips.keys()),
        carOf: (raceId) => tips.get(raceId) ?? null,
      },
      rivalPoints: row.rivalPoints,
    }
  },

  /** Returns the highest maximum of a rival that is not below `points`; null if there is none. */
  async rivalMaximum(
    { scopeId, weekendId, withHidden }: WeekendCompetition,
    { userId, points }: { userId: string; points: number },
  ): Promise<number | null> {
    const bindings = { scopeId, weekendId, withHidden, userId, points }
    const { rows } = await database.raw<{ rows: { maximum: number | null }[] }>(RIVAL_MAXIMUM, bindings)
    return rows[0]?.maximum ?? null
  },

  /** Reads the rivals who matter for the podiums of the last race: of each car the three best. */
  async rivals({
    scopeId,
    weekendId,
    withHidden,
  }: WeekendCompetition): Promise<{ state: WeekendState; rivals: Tipper[] } | undefined> {
    const { rows } = await database.raw<{ rows: RivalsRow[] }>(STATE_OF_RIVALS, { scopeId, weekendId, withHidden })
    const [row] = rows
    if (!row) return undefined
    const rivals = row.classes.flatMap(({ order, carId, count }) => Array<Tipper>(count).fill({ order, carId }))
    return { state: stateOf(row), rivals }
  },
})
