import type { MantineThemeComponents } from '@mantine/core'
import classes from './buttons.module.css'

/** The looks of a button; `variant-colors.ts` has their colours. */
export type ButtonVariant = 'filled' | 'outline' | 'quiet' | 'danger' | 'invite'

declare module '@mantine/core' {
  interface ButtonProps {
    /** One filled button per panel. `danger` is a red outline; `invite` purple, for Get Started and the invitation only. */
    variant?: ButtonVariant
  }
  interface ActionIconProps {
    variant?: 'quiet' | 'danger'
  }
}

/** Buttons: 32, 40 or 52 high; on a phone 36, 44, 52. Icons: 34 in tables, else 36; on a phone 44. */
export const buttons: MantineThemeComponents = {
  Button: {
    defaultProps: { variant: 'filled', size: 'md' },
    classNames: { root: classes.root, label: classes.label },
  },
  ActionIcon: {
    defaultProps: { variant: 'quiet', size: 'md' },
    classNames: { root: classes.icon },
    // Its colour is that of its meaning only under the pointer.
    vars: (_theme: unknown, { variant }: { variant?: string }) => ({
      root: {
        '--ai-color': 'var(--ps-ink-2)',
        '--ai-hover-color': variant === 'danger' ? 'var(--ps-red-ink)' : 'var(--ps-ink)',
        '--ai-bd': '0',
      },
    }),
  },
}
