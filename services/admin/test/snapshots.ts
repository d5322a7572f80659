import type { Snapshot, SnapshotEntry } from '@purple-sector/contracts/admin/live-timing'

/** A car in an order, as a source sends it. */
export const anEntry = (
  overrides: Partial<SnapshotEntry> & Pick<SnapshotEntry, 'carNumber' | 'position'>,
): SnapshotEntry => ({
  laps: 1,
  status: 'running',
  ...overrides,
})

/** A snapshot in which these cars run in this order; an entry states more of its car. */
export const aSnapshot = (
  order: readonly (string | SnapshotEntry)[],
  overrides: Partial<Omit<Snapshot, 'entries'>> = {},
): Snapshot => {
  const lap = overrides.lap ?? 1
  return {
    sequence: 1,
    capturedAt: '2026-11-21T05:30:00.000Z',
    flag: 'green',
    lap,
    entries: order.map((car, index) =>
      typeof car === 'string' ? anEntry({ carNumber: car, position: index + 1, laps: lap }) : car,
    ),
    ...overrides,
  }
}
