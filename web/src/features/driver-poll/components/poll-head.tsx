import type { ReactNode } from 'react'
import classes from './poll-head.module.css'

type Props = { title: ReactNode; beside: ReactNode; select: ReactNode }

/** Header of a panel with the category select; on a phone that takes a line of its own. */
export const PollHead = ({ title, beside, select }: Props) => (
  <div className={classes.head}>
    <h2>{title}</h2>
    {beside}
    {select && <div className={classes.select}>{select}</div>}
  </div>
)
