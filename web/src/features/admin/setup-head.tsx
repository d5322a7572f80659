import type { ReactNode } from 'react'
import classes from './setup-head.module.css'

/** The title of a tab, its sentence, and at the right (on a phone below) what it can create. */
export const SetupHead = ({ title, text, end }: { title: string; text?: ReactNode; end?: ReactNode }) => (
  <header className={classes.head}>
    <div>
      <h1 className={classes.title}>{title}</h1>
      {text !== undefined && <p className={classes.sub}>{text}</p>}
    </div>
    {end !== undefined && <div className={classes.end}>{end}</div>}
  </header>
)
