import type { TablerIcon } from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import classes from './badge.module.css'
import { Icon } from './icon.tsx'
import { join } from './join.ts'

/** Tinted and outlined: a fact with one of the four meanings. */
const TINTS = ['purple', 'green', 'yellow', 'red'] as const
type Tint = (typeof TINTS)[number]

export type BadgeTone =
  | Tint
  /** Filled: the state of the world. `live` brings its dot along. */
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

const isTint = (tone: BadgeTone): tone is Tint => TINTS.some((tint) => tint === tone)
const tintOf = (tint: Tint): CSSProperties & Record<'--edge' | '--wash' | '--word', string> => ({
  '--edge': `var(--ps-${tint})`,
  '--wash': `var(--ps-${tint}-wash)`,
  '--word': `var(--ps-${tint}-ink)`,
})

/** 20 px high, radius 2. Caps by CSS: give it the words as they are written elsewhere. */
export const Badge = ({ tone = 'quiet', dot, icon, children, className }: BadgeProps) => (
  <span
    className={join(
      classes.badge,
      isTint(tone) ? classes.tinted : tone !== 'quiet' && classes[tone],
      (dot ?? tone === 'live') && classes.dot,
      className,
    )}
    style={isTint(tone) ? tintOf(tone) : undefined}
  >
    {icon && <Icon icon={icon} size={14} />}
    {children}
  </span>
)

/** The number on a tab or a button; `fresh` are new things, in ink. */
export const CountBadge = ({ count, fresh }: { count: number; fresh?: boolean }) => (
  <span className={join(classes.count, fresh && classes.fresh)}>{count}</span>
)

/** YOU, YOUR VOTE: the small ink tag behind a name. */
export const Tag = ({ children }: { children: ReactNode }) => <span className={classes.tag}>{children}</span>
