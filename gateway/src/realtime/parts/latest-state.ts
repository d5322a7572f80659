import type { Channel } from '../hub/channel.ts'
import type { SharedState } from '../hub/channel-state.ts'

/**
 * How long recent changes are sent to new clients. Longer than a minute, the maximum of `unchangedForMs`: a client that
 * reconnects later fetches everything again.
 */
export const REPLAY_WINDOW_MS = 2 * 60_000

type Options<Data> = { channel: Pick<Channel, 'markChanged'>; write(data: Data, seq?: number, at?: string): Buffer }

/** A state that is always sent whole, such as the driver poll; new clients get the last one, if any. */
export const createLatestState = <Data extends object>({ channel, write }: Options<Data>) => {
  let data: Data | undefined
  let changedAt: string | undefined
  let snapshotFrame: Buffer | undefined
  const state: SharedState = {
    update: (seq) => data && write(data, seq, changedAt),
    snapshot() {
      if (data) snapshotFrame ??= write(data, undefined, changedAt)
      return snapshotFrame
    },
  }
  return {
    state,
    /** Sets the newest state; `at` is its time if it is about racing. */
    set(newest: Data, at?: string): void {
      data = newest
      changedAt = at
      snapshotFrame = undefined
      channel.markChanged(state)
    },
  }
}
