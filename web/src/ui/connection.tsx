import classes from './connection.module.css'
import { join } from './join.ts'

/** LIVE with a breathing dot, or OFFLINE with a hollow one. It stands on the header, which is dark in both schemes. */
export const Connection = ({ live, className }: { live: boolean; className?: string | undefined }) => (
  <span role="status" className={join(classes.connection, live ? classes.live : classes.offline, className)}>
    <span className={classes.dot} aria-hidden="true" />
    {live ? 'LIVE' : 'OFFLINE'}
  </span>
)
