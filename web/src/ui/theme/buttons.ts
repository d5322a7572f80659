import type { MantineThemeComponents } from '@mantine/core'
import classes from './buttons.module.css'

/** The looks of a button; `variant-colors.ts` has their colours. */
export type ButtonVariant = 'filled' | 'outline' | 'quiet' | 'danger' | 'invite'

declare module '@mantine/core' {
  interface ButtonProps {
    /** One filled button per panel. `danger` is a red outline; `invite` purple, for Get Started and the invitation only. */
    variant?: ButtonVariant
  }
}

/** Buttons: 32, 40 or 52 high; on a phone 36, 44, 52. */
export const buttons: MantineThemeComponents = {
  Button: {
    defaultProps: { variant: 'filled', size: 'md' },
    classNames: { root: classes.root, label: classes.label },
  },
}
