import type { LiveFeature } from '../../lib/live-features.ts'
import { notifyNews } from '../../lib/notify.ts'

const TITLE = 'Race Results Updated'

/** What the fan is told, on whichever page, when a result comes in or is changed (docs/contract.md, Realtime). */
export const resultAnnouncements: LiveFeature = {
  onFrame(_client, frame) {
    if (frame.type === 'race_completed')
      notifyNews({
        about: `result of ${frame.data.race.id}`,
        title: TITLE,
        message: `${frame.data.race.name} has finished!`,
      })
    if (frame.type === 'result_corrected')
      notifyNews({
        about: `result of ${frame.data.race.id}`,
        title: TITLE,
        message: `The result of ${frame.data.race.name} was corrected`,
        detail: frame.data.reason ?? undefined,
        kind: 'info',
      })
  },
}
