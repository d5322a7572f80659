import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { Brand } from './brand.tsx'
import { join } from './join.ts'
import classes from './mast.module.css'
import { SectorLines } from './sector-lines.tsx'

/** The header: asphalt in both schemes, with the sector lines as its lower edge. */
export const Mast = ({
  brand = <Brand />,
  tall,
  children,
}: {
  /** The brand as a link, on pages where it leads to another one. */
  brand?: ReactNode
  tall?: boolean
  children?: ReactNode
}) => (
  <header className={classes.mast}>
    <div className={join(classes.bar, tall && classes.tall)}>
      {brand}
      <Box component="span" flex="1" />
      {children}
    </div>
    <SectorLines />
  </header>
)
