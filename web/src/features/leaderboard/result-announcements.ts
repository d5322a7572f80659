import type { LiveFeature } from '../../lib/live-features.ts'
import { notifyToast } from '../../lib/notify.ts'

const TITLE = 'Race Results Updated'

/**
 * What the fan is told, on whichever page, when a result comes in, moves or is withdrawn (docs/contract.md, Realtime). A
 * change of status alone alarms nobody: it stands above the board.
 */
export const resultAnnouncements: LiveFeature = {
  onFrame(_client, frame) {
    if (frame.type === 'race_completed')
      notifyToast({
        about: `result of ${frame.data.race.id}`,
        title: TITLE,
        message: `${frame.data.race.name} has finished!`,
      })
    if (frame.type === 'result_corrected')
      notifyToast({
        about: `result of ${frame.data.race.id}`,
        title: TITLE,
        message: `The result of ${frame.data.race.name} was ${frame.data.status === 'cancelled' ? 'withdrawn' : 'corrected'}`,
        detail: frame.data.reason ?? undefined,
        kind: 'info',
      })
  },
}
