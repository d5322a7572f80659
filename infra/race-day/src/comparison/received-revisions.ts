/** A revision in a frame; the first revision of a race has no status and reason. */
type ReceivedRevision = { revision: number; status?: string; reason?: string | null }

/** Revisions received by `race_completed`, `result_corrected` and `result_status`, by race id. */
export type RevisionsByKind = Record<'completed' | 'corrected' | 'status', Map<number, ReceivedRevision[]>>

/**
 * Collects the revisions that a fan received.
 * A new connection may repeat a revision of the previous one, which no client displays twice; a repetition on the same
 * connection counts twice.
 */
export const createReceivedRevisions = () => {
  const receivedRevisions: RevisionsByKind = { completed: new Map(), corrected: new Map(), status: new Map() }
  const receivedOn = new Map<string, number>()
  return {
    receivedRevisions,
    record(
      kind: keyof RevisionsByKind,
      { race, ...revision }: ReceivedRevision & { race: { id: number } },
      connection: number,
    ): void {
      const key = JSON.stringify([kind, race.id, revision])
      const before = receivedOn.get(key) ?? connection
      receivedOn.set(key, connection)
      if (before === connection)
        receivedRevisions[kind].set(race.id, [...(receivedRevisions[kind].get(race.id) ?? []), revision])
    },
  }
}
