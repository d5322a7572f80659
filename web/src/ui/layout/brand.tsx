import { join } from '../base/join.ts'
import classes from './brand.module.css'

const BARS = ['var(--ps-mark-1)', 'var(--ps-mark-2)', 'var(--ps-sec-purple)']

/** Three sheared bars and the name, in the header's own ink. */
export const Brand = ({ className }: { className?: string | undefined }) => (
  <span className={join(classes.brand, className)}>
    <span className={classes.mark} aria-hidden="true">
      {BARS.map((background) => (
        <i key={background} style={{ background }} />
      ))}
    </span>
    Purple Sector
  </span>
)
