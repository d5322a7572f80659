import type { ReactNode } from 'react'
import { join } from './join.ts'
import classes from './page.module.css'

/** The frame of a page: 1440 px at most, gutters of 32, none on a phone. */
export const Page = ({ children, className }: { children: ReactNode; className?: string | undefined }) => (
  <main className={join(classes.page, className)}>{children}</main>
)

/** The title of a page, its sentence below, at the right what belongs to the whole page. */
export const PageHead = ({
  title,
  beside,
  text,
  end,
  className,
}: {
  title: ReactNode
  /** Beside the title: a badge. */
  beside?: ReactNode
  text?: ReactNode
  end?: ReactNode
  className?: string | undefined
}) => (
  <header className={join(classes.head, className)}>
    <div>
      <div className={classes.line}>
        <h1 className={classes.title}>{title}</h1>
        {beside}
      </div>
      {text !== undefined && <p className={classes.sub}>{text}</p>}
    </div>
    {end !== undefined && <div className={classes.end}>{end}</div>}
  </header>
)
