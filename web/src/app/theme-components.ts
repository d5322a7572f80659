import type { MantineThemeComponents } from '@mantine/core'
import classes from './theme.module.css'

const field = {
  classNames: { input: classes.input, label: classes.label, description: classes.hint, error: classes.error },
}

/** How Mantine's own inputs, menus and dialogs look here. Named by key, so that nothing is loaded before it is used. */
export const themeComponents: MantineThemeComponents = {
  InputWrapper: {
    classNames: { label: classes.label, description: classes.hint, error: classes.error, required: classes.required },
    defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] },
  },
  Input: { classNames: { input: classes.input, section: classes.section } },
  TextInput: field,
  NumberInput: { ...field, defaultProps: { hideControls: true } },
  Textarea: field,
  Select: { ...field, defaultProps: { allowDeselect: false, checkIconPosition: 'right' } },
  Combobox: { classNames: { dropdown: classes.dropdown, option: classes.option } },
  Menu: { classNames: { dropdown: classes.dropdown, item: classes.item } },
  Popover: { classNames: { dropdown: classes.dropdown } },
}
