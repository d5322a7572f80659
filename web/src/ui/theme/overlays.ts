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
  ModalRoot: {
    defaultProps: {
      centered: true,
      padding: 0,
      xOffset: 40,
      transitionProps: { transition: 'fade-up', duration: 240 },
    },
  },
  ModalOverlay: { defaultProps: { bg: 'var(--ps-scrim)' } },
  ModalTitle: {
    defaultProps: {
      component: 'h2',
      ff: 'heading',
      fz: 'xl',
      fw: 680,
      lh: '22px',
      style: { fontStretch: '108%' },
    },
  },
  Popover: { classNames: { dropdown: classes.dropdown } },
}
