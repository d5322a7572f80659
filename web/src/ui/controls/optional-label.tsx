import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** The label of a field that may stay empty. */
export const OptionalLabel = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    <Text span inherit c="var(--ps-ink-3)" ml={6} fw={400}>
      optional
    </Text>
  </>
)
