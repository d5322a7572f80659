import { join } from './join.ts'
import classes from './share-bar.module.css'

type Props = {
  percent: number
  tall?: boolean
  /** Where it stands. What fills it is `--fill`, grey unless something above sets it. */
  className?: string | undefined
}

/** A share on a true scale from 0% to 100%: a sheared bar, which moves to where it comes to stand. A number says it too. */
export const ShareBar = ({ percent, tall, className }: Props) => (
  <span className={join(classes.bar, tall && classes.tall, className)} aria-hidden="true">
    <i style={{ transform: `scaleX(${percent / 100})` }} />
  </span>
)
