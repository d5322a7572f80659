import { Box, Flex } from '@mantine/core'
import type { ReactNode } from 'react'
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
    <Flex
      className="ps-bound"
      align="center"
      gap={{ base: 4, sm: 16 }}
      h={tall ? { base: 54, sm: 60 } : { base: 50, sm: 56 }}
      pl={{ base: 16, sm: 32 }}
      pr={{ base: 8, sm: 32 }}
    >
      {brand}
      <Box component="span" flex="1" />
      {children}
    </Flex>
    <SectorLines />
  </header>
)
