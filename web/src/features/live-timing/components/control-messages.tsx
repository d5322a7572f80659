import { Box, Text, Title } from '@mantine/core'
import type { TimingHistory } from '@purple-sector/contracts/admin/live-timing'
import { join } from '../../../ui/base/join.ts'
import { formatTimeWithSeconds, type TimeZoneOption } from '../../../ui/time/format.ts'
import { FLAG_LABELS } from '../api/timing-labels.ts'
import classes from './live-timing.module.css'

const SCROLLS = { overflowY: 'auto' } as const

/** Flags and race control messages, newest first. */
export const ControlMessages = ({ control, zone }: { control: TimingHistory['control']; zone: TimeZoneOption }) => (
  <Box component="section" className="ps-above" px={16} py={12} aria-label="Race control">
    <Title order={3} size="h4" mb={8}>
      Race control
    </Title>
    {control.length === 0 ? (
      <Text variant="note">Nothing from race control yet.</Text>
    ) : (
      <Box component="ol" mah={240} style={SCROLLS}>
        {control.toReversed().map(({ at, lap, flag, message }) => (
          <li key={`${at} ${flag} ${message}`} className={join('ps-sm', classes.message)}>
            <span className="ps-data ps-faint">
              Lap {lap} · {formatTimeWithSeconds(at, zone)}
            </span>
            <span className="ps-wrap">
              <b>{FLAG_LABELS[flag]}</b>
              {message && `: ${message}`}
            </span>
          </li>
        ))}
      </Box>
    )}
  </Box>
)
