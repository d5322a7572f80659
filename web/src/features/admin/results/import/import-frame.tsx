import { Box, type BoxProps, type ElementProps } from '@mantine/core'

const CLIPPED = { overflow: 'hidden' }

/** The frame of a part of the import. */
export const ImportFrame = (props: BoxProps & ElementProps<'section', keyof BoxProps>) => (
  <Box component="section" bd="1px solid var(--ps-line)" bdrs="md" style={CLIPPED} {...props} />
)
