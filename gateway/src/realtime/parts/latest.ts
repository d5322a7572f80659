import type { Channel } from '../hub/channel.ts'
import type { SharedState } from '../hub/state.ts'

type Options<Data> = { channel: Pick<Channel, 'changed'>; write(data: Data, seq?: number): Buffer }

/** What is told whole each time, as the driver poll is: the newest, which newcomers are shown too once it was heard. */
export const createLatest = <Data extends object>({ channel, write }: Options<Data>) => {
  let data: Data | undefined
  let shown: Buffer | undefined
  const state: SharedState = {
    update: (seq) => data && write(data, seq),
    snapshot() {
      if (data) shown ??= write(data)
      return shown
    },
  }
  return {
    state,
    tell(newest: Data): void {
      data = newest
      shown = undefined
      channel.changed(state)
    },
  }
}
