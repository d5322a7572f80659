import { join } from '../base/join.ts'
import classes from './share-bar.module.css'

type Props = {
  percent: number
  tall?: boolean
  /** Position of the bar. The colour of its filling is `--fill`, grey unless an ancestor sets it. */
  className?: string | undefined
}

/** A share on a true scale from 0% to 100%: a sheared bar, animated to its value. A number beside it is needed too. */
export const ShareBar = ({ percent, tall, className }: Props) => (
  <span className={join(classes.bar, tall && classes.tall, className)} aria-hidden="true">
    <i style={{ transform: `scaleX(${percent / 100})` }} />
  </span>
)
