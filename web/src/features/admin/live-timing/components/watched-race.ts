import type { TimingSource } from '@purple-sector/contracts/admin/live-timing'
import type { Race } from '@purple-sector/contracts/weekends/http'

/**
 * Returns the watched race: the selected one, else the running one, else the last that sent data, else the first with a
 * source.
 */
export const watchedRace = (
  races: readonly Race[],
  sources: readonly Pick<TimingSource, 'raceId' | 'lastSnapshotAt'>[],
  chosenId: number,
  running: number | null,
): Race | undefined => {
  const delivered = sources.toSorted((a, b) => (b.lastSnapshotAt ?? '').localeCompare(a.lastSnapshotAt ?? ''))
  const candidates = [chosenId, running, ...delivered.map(({ raceId }) => raceId)]
  return candidates.map((raceId) => races.find(({ id }) => id === raceId)).find((race) => race !== undefined)
}
