import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './setup-head.module.css'

/** The title of a tab, its sentence, and at the right (on a phone below) what it can create. */
export const SetupHead = ({ title, text, end }: { title: string; text?: ReactNode; end?: ReactNode }) => (
  <header className={classes.head}>
    <div>
      <h1 className={classes.title}>{title}</h1>
      {text !== undefined && (
        <Box component="p" className="ps-muted" fz={13.5} lh="20px">
          {text}
        </Box>
      )}
    </div>
    {end !== undefined && <div className={classes.end}>{end}</div>}
  </header>
)
