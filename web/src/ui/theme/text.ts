import type { MantineThemeComponents, TextProps } from '@mantine/core'
import classes from './text.module.css'

declare module '@mantine/core' {
  interface TextProps {
    /** `note`: a quiet remark. `label`: the name of a figure or a column, in capitals. */
    variant?: 'note' | 'label'
  }
}

/** Titles and text. */
export const text: MantineThemeComponents = {
  Title: { classNames: { root: classes.title } },
  Text: {
    classNames: (_theme: unknown, { variant }: TextProps) => ({
      root: variant === 'note' ? 'ps-note' : variant === 'label' ? 'ps-label' : '',
    }),
  },
}
