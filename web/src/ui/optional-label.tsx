import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

/** The label of a field that may stay empty. */
export const OptionalLabel = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    <Box component="span" className="ps-faint" ml={6} fw={400}>
      optional
    </Box>
  </>
)
