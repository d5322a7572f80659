import type { MantineThemeComponents } from '@mantine/core'
import classes from './theme.module.css'

/** Defaults of Mantine's lists and menus. Keyed by name, so that nothing is loaded before it is used. */
export const themeComponents: MantineThemeComponents = {
  Combobox: {
    // Aligned to the left edge: centred before its width is known, it would overflow a phone for a moment, which then
    // shows a wider page.
    defaultProps: { position: 'bottom-start' },
    classNames: { dropdown: classes.dropdown, option: classes.option },
  },
  Menu: { classNames: { dropdown: classes.dropdown, item: classes.item } },
  Popover: { classNames: { dropdown: classes.dropdown } },
}
