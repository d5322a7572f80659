import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './tabbed-head.module.css'
import { type LinkTab, PageTabs } from './tabs.tsx'

type Props = {
  title: ReactNode
  /** Beside the title: badges. */
  beside?: ReactNode
  text?: ReactNode
  /** The accessible name of the tabs. */
  label: string
  tabs: readonly LinkTab[]
  active: string
}

/** The title of a page whose parts are tabs: at the right, on a phone below, on the header's hairline. */
export const TabbedHead = ({ title, beside, text, label, tabs, active }: Props) => (
  <header className={classes.head}>
    <div className={classes.words}>
      <div className={classes.title}>
        <Title>{title}</Title>
        {beside}
      </div>
      {text !== undefined && (
        <Text inherit c="dimmed">
          {text}
        </Text>
      )}
    </div>
    <PageTabs label={label} className={classes.tabs} active={active} tabs={tabs} />
  </header>
)
