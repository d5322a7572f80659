import type { MantineThemeComponents } from '@mantine/core'

/** Fields, checkboxes, switches, sliders and tabs. */
export const inputs: MantineThemeComponents = {}
