import { join } from '../base/join.ts'
import classes from './brand.module.css'

/** Three sheared bars and the name, in the header's own ink. */
export const Brand = ({ className }: { className?: string | undefined }) => (
  <span className={join(classes.brand, className)}>
    <span className={classes.mark} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
    Purple Sector
  </span>
)
