import { Badge } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, NavLink } from 'react-router-dom'
import classes from './tabs.module.css'

export type LinkTab = {
  to: string
  label: ReactNode
  /** How many, or how many new ones. */
  count?: number
  fresh?: boolean
  /** Active only at this very address, not those below it. */
  end?: boolean
}

const Inside = ({
  label,
  count,
  fresh,
}: {
  label: ReactNode
  count?: number | undefined
  fresh?: boolean | undefined
}) => (
  <>
    {label}
    {count !== undefined && (
      <Badge size="sm" variant={fresh ? 'ink' : 'neutral'}>
        {count}
      </Badge>
    )}
  </>
)

/** Scrolls the active tab into view if the row scrolls sideways. */
const useActiveInView = (active: unknown) => {
  const row = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls again whenever another one becomes active
  useEffect(() => {
    row.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [active])
  return row
}

/**
 * Tabs of a page that are links: `to` may be a path or a search string such as `?tab=races`. `active` is the `to` of
 * the one shown; without it the path decides.
 */
export const PageTabs = ({
  label,
  tabs,
  active,
  bare,
  className,
}: {
  label: string
  tabs: readonly LinkTab[]
  active?: string
  /** Without a hairline below: the head around the tabs has it. */
  bare?: boolean
  className?: string | undefined
}) => {
  const row = useActiveInView(active)
  return (
    <nav aria-label={label} className={className}>
      <ul ref={row} className={classes.page} style={bare ? { borderBottom: 0 } : undefined}>
        {tabs.map(({ to: target, end, ...tab }) => (
          <li key={target}>
            {active === undefined ? (
              <NavLink to={target} end={end ?? false} className={classes.tab ?? ''}>
                <Inside {...tab} />
              </NavLink>
            ) : (
              <Link to={target} className={classes.tab} aria-current={target === active ? 'page' : undefined}>
                <Inside {...tab} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
