import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { join } from '../base/join.ts'
import classes from './phone-bar.module.css'

/** Keeps a page's main actions above the bottom bar of phones: two buttons, and a line of text above them. */
export const PhoneBar = ({ words, children }: { words?: ReactNode; children: ReactNode }) => (
  <Box className={join('ps-above', classes.bar)} hiddenFrom="sm">
    {words !== undefined && (
      <p className={join('ps-row ps-between ps-note', classes.words)} style={{ gap: 12 }}>
        {words}
      </p>
    )}
    {children}
  </Box>
)
