import type { Race } from '@purple-sector/contracts/weekends/http'
import { useServerNow } from '../../../../client/time/server-clock.ts'
import { Tick } from '../../../../ui/controls/tick.tsx'
import { formatDayTime } from '../../../../ui/time/format.ts'
import { RACE_STATE_LABELS, raceState } from '../../../weekend-data/api/race-state.ts'

/** Interval at which the state of a race is recomputed, in ms. */
const CHECK_INTERVAL_MS = 60_000

type Props = { race: Race; timeZone: string; isOn: boolean; onChange(isOn: boolean): void }

/** Checkbox of a race; a locked one is read-only and says so. */
export const RaceTick = ({ race, timeZone, isOn, onChange }: Props) => {
  const { name, scheduledStart, locked } = race
  const state = raceState(race, useServerNow(CHECK_INTERVAL_MS))
  const cameToNothing = state === 'cancelled' || state === 'finished'
  const note = [
    scheduledStart === null ? 'TBD' : formatDayTime(scheduledStart, { timeZone }),
    cameToNothing && RACE_STATE_LABELS[state].label,
    locked && (isOn ? 'locked: shows' : 'locked: left out'),
  ]
  return <Tick title={name} note={note.filter(Boolean).join(', ')} checked={isOn} locked={locked} onChange={onChange} />
}
