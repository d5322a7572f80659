import type { MantineThemeComponents } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import type { FocusEvent } from 'react'
import { Icon } from '../base/icon.tsx'
import tabClasses from '../controls/tabs.module.css'
import classes from './inputs.module.css'

/** Fields, checkboxes, switches, sliders and tabs. */
export const inputs: MantineThemeComponents = {
  Checkbox: {
    classNames: {
      root: classes.tick,
      body: classes.tickLine,
      labelWrapper: 'ps-fill',
      label: classes.tickLabel,
      input: classes.box,
      icon: classes.mark,
    },
  },
  // `size="sm"` is for rows of lists.
  Input: { defaultProps: { size: 'md' }, classNames: { wrapper: classes.wrapper, input: classes.input } },
  InputWrapper: {
    defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'], errorProps: { role: 'alert' } },
    classNames: {
      root: classes.field,
      label: classes.label,
      error: 'ps-field-error',
      description: `ps-note ${classes.hint}`,
    },
  },
  NativeSelect: { defaultProps: { rightSection: <Icon icon={IconSelector} size={18} />, rightSectionWidth: 36 } },
  SegmentedControl: {
    defaultProps: { withItemsBorders: false },
    classNames: {
      root: classes.segmented,
      control: classes.segment,
      label: classes.segmentLabel,
      innerLabel: classes.segmentWords,
      indicator: classes.indicator,
    },
  },
  Textarea: { defaultProps: { resize: 'vertical' } },
  // The whole row is the target; `variant="cell"` is a switch alone, in a table of them.
  Switch: {
    defaultProps: {
      variant: 'row',
      labelPosition: 'left',
      withThumbIndicator: false,
      // They describe the switch; without this they would be part of its name, too.
      attributes: { description: { 'aria-hidden': true }, error: { 'aria-hidden': true } },
    },
    classNames: {
      root: classes.switch,
      body: classes.line,
      labelWrapper: `ps-fill ${classes.words}`,
      label: classes.switchLabel,
      description: classes.switchText,
      error: classes.switchText,
      input: classes.cover,
      track: classes.track,
      thumb: classes.thumb,
    },
  },
  // Home and End show a tab as the arrow keys do.
  TabsTab: { defaultProps: { onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => currentTarget.click() } },
  Tabs: {
    classNames: {
      list: tabClasses.page,
      tab: tabClasses.tab,
      tabSection: tabClasses.section,
    },
  },
}
