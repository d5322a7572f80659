/** A revision in a frame; the first revision of a race has no status and reason. */
type ReceivedRevision = { revision: number; status?: string; reason?: string | null }

/** Revisions received by `race_completed`, `result_corrected` and `result_status`, by race id. */
export type Received = Record<'completed' | 'corrected' | 'status', Map<number, ReceivedRevision[]>>

/**
 * Collects the revisions that a fan received.
 * A new connection may repeat a revision of the previous one, which no client displays twice; a repetition on the same
 * connection counts twice.
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
