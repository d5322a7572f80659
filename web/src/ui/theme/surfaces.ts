import type { MantineThemeComponents } from '@mantine/core'

/** Papers, badges, skeletons and tables. */
export const surfaces: MantineThemeComponents = {}
