import { Box } from '@mantine/core'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { IconCheck, IconLock } from '@tabler/icons-react'
import { useServerNow } from '../../../lib/server-clock.ts'
import { formatDayTime } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { join } from '../../../ui/join.ts'
import { RACE_STATE_WORDS, raceState } from '../../weekends/race-state.ts'
import classes from './filter-tab.module.css'

/** How often it is looked at what has become of a race, in ms. */
const LOOK_MS = 60_000

type Props = { race: Race; timeZone: string; isOn: boolean; onChange(isOn: boolean): void }

/** A race to tick; a locked one stands where it is, and says so. */
export const RaceTick = ({ race, timeZone, isOn, onChange }: Props) => {
  const { name, scheduledStart, locked } = race
  const state = raceState(race, useServerNow(LOOK_MS))
  const cameToNothing = state === 'cancelled' || state === 'finished'
  return (
    <label className={join(classes.tick, isOn && classes.on, locked && classes.locked)}>
      <input
        className={classes.input}
        type="checkbox"
        checked={isOn}
        disabled={locked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span className={classes.box} aria-hidden="true">
        {locked ? <Icon icon={IconLock} size={14} /> : isOn && <Icon icon={IconCheck} size={14} />}
      </span>
      <span className="ps-lines">
        <Box component="b" fz={13} fw={540} lh="17px">
          {name}
        </Box>
        <Box component="span" className={join('ps-muted', classes.when)} fz={12} lh="15px">
          {scheduledStart === null ? 'TBD' : formatDayTime(scheduledStart, { timeZone })}
          {cameToNothing && `, ${RACE_STATE_WORDS[state].label}`}
          {locked && (isOn ? ', locked: shows' : ', locked: left out')}
        </Box>
      </span>
    </label>
  )
}
