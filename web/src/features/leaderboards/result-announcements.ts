import { notifyToast } from '../../client/messages/notify.ts'
import type { LiveFeature } from '../../client/realtime/live-features.ts'

const TITLE = 'Race Results Updated'

/**
 * Toasts about a result that is published, changed or withdrawn, on any page (docs/contract.md, Realtime). A change of
 * status alone shows no toast; it is visible above the board.
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
