import { Text } from '@mantine/core'
import type { TimingHistory } from '@purple-sector/contracts/admin/live-timing'
import { formatTimeWithSeconds, type TimeZoneOption } from '../../../ui/time/format.ts'
import { FLAG_LABELS } from '../api/timing-labels.ts'
import classes from './control-messages.module.css'

/** Flags and race control messages, newest first. */
export const ControlMessages = ({ control, zone }: { control: TimingHistory['control']; zone: TimeZoneOption }) => (
  <section className={classes.messages} aria-label="Race control">
    <h3>Race control</h3>
    {control.length === 0 ? (
      <Text variant="note">Nothing from race control yet.</Text>
    ) : (
      <ol>
        {control.toReversed().map(({ at, lap, flag, message }) => (
          <li key={`${at} ${flag} ${message}`}>
            <span className={classes.when}>
              Lap {lap} · {formatTimeWithSeconds(at, zone)}
            </span>
            <span className={classes.words}>
              <b>{FLAG_LABELS[flag]}</b>
              {message && `: ${message}`}
            </span>
          </li>
        ))}
      </ol>
    )}
  </section>
)
