import type { MantineThemeComponents } from '@mantine/core'
import classes from './overlays.module.css'

/** Lists, menus and dialogs: what lies over a page. */
export const overlays: MantineThemeComponents = {
  Combobox: {
    // Aligned to the left edge: centred before its width is known, it would overflow a phone for a moment, which then
    // shows a wider page.
    defaultProps: { position: 'bottom-start' },
    classNames: { dropdown: classes.dropdown, option: classes.option },
  },
  Menu: { classNames: { dropdown: classes.dropdown, item: classes.item } },
  Popover: { classNames: { dropdown: classes.dropdown } },
}
