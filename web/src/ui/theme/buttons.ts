import type { MantineThemeComponents } from '@mantine/core'

/** Buttons and icon buttons. */
export const buttons: MantineThemeComponents = {}
