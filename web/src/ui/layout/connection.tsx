import { Box } from '@mantine/core'
import { join } from '../base/join.ts'
import classes from './connection.module.css'

type Props = {
  live: boolean
  /** The header is dark in both schemes, a panel is not. */
  on?: 'header' | 'panel'
  className?: string | undefined
}

const COLOURS = {
  header: { text: 'var(--ps-mast-ink-2)', dot: 'var(--ps-mast-green)', offline: 'var(--ps-mast-yellow)' },
  panel: { text: 'var(--ps-ink-2)', dot: 'var(--ps-green-ink)', offline: 'var(--ps-yellow-ink)' },
}

/**
 * LIVE with a dot that pulses as it connects, or OFFLINE with a hollow one. The text is quiet: the filled badge LIVE
 * EVENT is about the weekend, this is about the connection.
 */
export const Connection = ({ live, on = 'header', className }: Props) => (
  <Box
    component="span"
    role="status"
    className={join(classes.connection, className)}
    c={COLOURS[on][live ? 'text' : 'offline']}
  >
    <Box
      component="span"
      className={live ? classes.dot : classes.hollow}
      c={live ? COLOURS[on].dot : undefined}
      aria-hidden="true"
    />
    {live ? 'LIVE' : 'OFFLINE'}
  </Box>
)
