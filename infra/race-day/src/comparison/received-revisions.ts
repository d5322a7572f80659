/** A revision that a frame told of; the first one comes without status and reason. */
type ReceivedRevision = { revision: number; status?: string; reason?: string | null }

/** Revisions told by race_completed, result_corrected and result_status, by race id. */
export type Received = Record<'completed' | 'corrected' | 'status', Map<number, ReceivedRevision[]>>

/**
 * The revisions that a fan was told of. What one connection has told the next may tell again, which no screen shows twice;
 * what the same tells twice is noted twice.
 */
export const createReceivedRevisions = () => {
  const reported: Received = { completed: new Map(), corrected: new Map(), status: new Map() }
  const receivedOn = new Map<string, number>()
  return {
    reported,
    note(
      kind: keyof Received,
      { race, ...revision }: ReceivedRevision & { race: { id: number } },
      connection: number,
    ): void {
      const key = JSON.stringify([kind, race.id, revision])
      const before = receivedOn.get(key) ?? connection
      receivedOn.set(key, connection)
      if (before === connection) reported[kind].set(race.id, [...(reported[kind].get(race.id) ?? []), revision])
    },
  }
}
