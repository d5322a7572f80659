import { Badge } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { join } from './join.ts'
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
  className,
}: {
  label: string
  tabs: readonly LinkTab[]
  active?: string
  className?: string | undefined
}) => {
  const row = useActiveInView(active)
  return (
    <nav aria-label={label} className={className}>
      <ul ref={row} className={classes.page}>
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

export type StateTab<Value extends string> = { value: Value; label: ReactNode; count?: number; fresh?: boolean }

/** Tabs without addresses, inside of a dialog. The panel gets `role="tabpanel"` and `aria-label`. */
export const Tabs = <Value extends string>({
  label,
  tabs,
  value,
  onChange,
  className,
}: {
  label: string
  tabs: readonly StateTab<Value>[]
  value: Value
  onChange(value: NoInfer<Value>): void
  className?: string | undefined
}) => {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const index = tabs.findIndex((tab) => tab.value === value)
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key]
    if (to === undefined) return
    const next = tabs.at(to % tabs.length)
    if (!next) return
    event.preventDefault()
    onChange(next.value)
    const buttons = event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')
    buttons[tabs.indexOf(next)]?.focus()
  }
  return (
    <div role="tablist" aria-label={label} className={join(classes.page, className)} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          className={classes.tab}
          aria-selected={tab.value === value}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          <Inside label={tab.label} count={tab.count} fresh={tab.fresh} />
        </button>
      ))}
    </div>
  )
}
