/** A revision that a frame told of; the first one comes without status and reason. */
type ToldRevision = { revision: number; status?: string; reason?: string | null }

/** Revisions told by race_completed, result_corrected and result_status, by race id. */
export type Told = Record<'completed' | 'corrected' | 'status', Map<number, ToldRevision[]>>

/**
 * The revisions that a fan was told of. What one connection has told the next may tell again, which no screen shows twice;
 * what the same tells twice is noted twice.
 */
export const createToldRevisions = () => {
  const told: Told = { completed: new Map(), corrected: new Map(), status: new Map() }
  const toldOn = new Map<string, number>()
  return {
    told,
    note(kind: keyof Told, { race, ...revision }: ToldRevision & { race: { id: number } }, connection: number): void {
      const key = JSON.stringify([kind, race.id, revision])
      const before = toldOn.get(key) ?? connection
      toldOn.set(key, connection)
      if (before === connection) told[kind].set(race.id, [...(told[kind].get(race.id) ?? []), revision])
    },
  }
}
