import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { join } from '../base/join.ts'
import { SectorLines } from '../racing/sector-lines.tsx'
import { Brand } from './brand.tsx'
import classes from './mast.module.css'

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
