import { join } from '../base/join.ts'
import classes from './connection.module.css'

type Props = {
  live: boolean
  /** The header is dark in both schemes, a panel is not. */
  on?: 'header' | 'panel'
  className?: string | undefined
}

/** LIVE with a dot that pulses as it connects, or OFFLINE with a hollow one. */
export const Connection = ({ live, on = 'header', className }: Props) => (
  <span
    role="status"
    className={join(
      classes.connection,
      live ? classes.live : classes.offline,
      on === 'panel' && classes.panel,
      className,
    )}
  >
    <span className={classes.dot} aria-hidden="true" />
    {live ? 'LIVE' : 'OFFLINE'}
  </span>
)
