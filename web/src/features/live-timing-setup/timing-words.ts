import type { LiveTimingStatus } from '@purple-sector/contracts/admin/http'
import { formatAway } from '../../ui/format.ts'

type Source = NonNullable<LiveTimingStatus['source']>

const STATES: Record<Source['state'], string> = {
  idle: 'The source waits for the session.',
  connecting: 'The source is being reached.',
  receiving: 'Snapshots arrive.',
  failing: 'The source does not answer.',
}

/** What arrives, in words; nothing is said that is not known. */
export const sourceWords = (source: LiveTimingStatus['source'], now: number): string => {
  if (source === null) return 'No source is set up: nothing arrives.'
  const last = source.lastSnapshotAt
  return [STATES[source.state], source.error, last && `The last came ${formatAway(Date.parse(last), now)}.`]
    .filter(Boolean)
    .join(' ')
}
