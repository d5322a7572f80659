import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './phone-bar.module.css'

/** Keeps a page's main actions above the bottom bar of phones: two buttons, and a line of text above them. */
export const PhoneBar = ({ words, children }: { words?: ReactNode; children: ReactNode }) => (
  <Box className={classes.bar} hiddenFrom="sm">
    {words !== undefined && <p className={classes.words}>{words}</p>}
    {children}
  </Box>
)
