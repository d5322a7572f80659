import type { MantineThemeComponents } from '@mantine/core'
import classes from './theme.module.css'

/** How Mantine's own lists and menus look here. Named by key, so that nothing is loaded before it is used. */
export const themeComponents: MantineThemeComponents = {
  Combobox: {
    // From its left edge: placed by its middle before it has its width, it would stand out of a phone for a moment, which
    // a phone answers by showing a wider page.
    defaultProps: { position: 'bottom-start' },
    classNames: { dropdown: classes.dropdown, option: classes.option },
  },
  Menu: { classNames: { dropdown: classes.dropdown, item: classes.item } },
  Popover: { classNames: { dropdown: classes.dropdown } },
}
