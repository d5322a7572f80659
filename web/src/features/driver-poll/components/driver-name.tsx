import { Badge } from '@mantine/core'
import classes from './driver-name.module.css'

/** The name of a driver, marked if it is the fan's vote. */
export const DriverName = ({ name, isOwn }: { name: string; isOwn: boolean }) => (
  <span className={classes.name}>
    <span className="ps-clip" dir="auto">
      {name}
    </span>
    {isOwn && (
      <Badge size="xs" variant="ink">
        YOUR VOTE
      </Badge>
    )}
  </span>
)
