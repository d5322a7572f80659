import type { TablerIcon } from '@tabler/icons-react'

export type IconProps = {
  icon: TablerIcon
  /** 18 as a rule, 20 in rows and buttons, 22 in the bottom bar, 14 to 16 inside badges. */
  size?: number
  className?: string | undefined
}

/** An outline of 24 × 24, drawn in the colour of its text. Never the only label of an element. */
export const Icon = ({ icon: Drawing, size = 18, className }: IconProps) => (
  <Drawing className={className} size={size} stroke={1.75} aria-hidden="true" focusable="false" />
)
