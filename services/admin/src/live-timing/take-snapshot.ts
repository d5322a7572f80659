import type { Snapshot, SnapshotReply } from '@purple-sector/contracts/admin/live-timing'

/**
 * Takes what a source sends. Without a `generation` it counts as of the source there is now; one of a generation before
 * is ignored. Throws 404 for a race that is not there, and 409 `RACE_OVER` for one that takes no more.
 */
export type TakeSnapshot = (
  raceId: number,
  snapshot: Snapshot,
  options?: { generation?: number },
) => Promise<SnapshotReply>
