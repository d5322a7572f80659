import type { TablerIcon } from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import classes from './badge.module.css'
import { Icon } from './icon.tsx'
import { join } from './join.ts'

/** Tinted and outlined: a fact with one of the four meanings. */
type Tint = 'purple' | 'green' | 'yellow' | 'red'

export type BadgeTone =
  | Tint
  /** Filled: the state of an event. `live` includes its dot. */
  | 'live'
  | 'running'
  | 'completed'
  /** Upcoming, Private, Active. */
  | 'quiet'
  /** Outlined only: counts and the like. */
  | 'plain'

export type BadgeProps = {
  tone?: BadgeTone
  dot?: boolean
  icon?: TablerIcon
  children: ReactNode
  className?: string | undefined
}

type Colours = CSSProperties & Record<'--edge' | '--wash' | '--word', string>

const tinted = (tint: Tint): Colours => ({
  '--edge': `color-mix(in srgb, var(--ps-${tint}) 45%, transparent)`,
  '--wash': `var(--ps-${tint}-wash)`,
  '--word': `var(--ps-${tint}-ink)`,
})
const filled = (ground: string, word: string): Colours => ({
  '--edge': 'transparent',
  '--wash': `var(--ps-${ground})`,
  '--word': `var(--ps-${word})`,
})
const COLOURS: Partial<Record<BadgeTone, Colours>> = {
  purple: tinted('purple'),
  green: tinted('green'),
  yellow: tinted('yellow'),
  red: tinted('red'),
  live: filled('live', 'on-live'),
  running: filled('run', 'on-run'),
  completed: filled('ink', 'bg'),
}

/** 20 px high, radius 2. Caps are set by CSS: pass the words as they are written elsewhere. */
export const Badge = ({ tone = 'quiet', dot, icon, children, className }: BadgeProps) => (
  <span
    className={join(
      classes.badge,
      tone === 'plain' && classes.plain,
      COLOURS[tone] && classes.coloured,
      (dot ?? tone === 'live') && classes.dot,
      className,
    )}
    style={COLOURS[tone]}
  >
    {icon && <Icon icon={icon} size={14} />}
    {children}
  </span>
)

/** The number on a tab or a button; `fresh` are new items, in ink; `waits` are items to finish, in yellow. */
export const CountBadge = ({ count, fresh, waits }: { count: number | string; fresh?: boolean; waits?: boolean }) => (
  <span className={join(classes.count, fresh && classes.fresh, waits && classes.waits)}>{count}</span>
)

/** YOU, YOUR VOTE: the small ink tag after a name. */
export const Tag = ({ children }: { children: ReactNode }) => <span className={classes.tag}>{children}</span>
