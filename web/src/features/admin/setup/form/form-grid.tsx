import { Flex, SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'

/** The style of a field that takes both columns. */
export const WIDE = { gridColumn: '1 / -1' }

/** Fields in two columns. */
export const FormGrid = ({ children }: { children: ReactNode }) => (
  <SimpleGrid cols={2} spacing={{ base: 12, sm: 16 }} verticalSpacing={{ base: 14, sm: 12 }}>
    {children}
  </SimpleGrid>
)

/** A remark between fields. */
export const FormNote = ({ children }: { children: ReactNode }) => (
  <Flex component="p" className="ps-note" align="center" gap={8} style={WIDE}>
    {children}
  </Flex>
)
