import type { MantineThemeComponents } from '@mantine/core'

/** Titles and text. */
export const text: MantineThemeComponents = {}
