import { iconPaths } from './icon-paths.ts'

export type IconName = keyof typeof iconPaths

export type IconProps = {
  name: IconName
  /** 18 as a rule, 20 in rows and buttons, 22 in the bottom bar, 14 to 16 inside badges. */
  size?: number
  className?: string | undefined
}

/** An outline of 24 × 24, drawn in the colour of its text. Never the only name of a thing. */
export const Icon = ({ name, size = 18, className }: IconProps) => (
  <svg
    className={className}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={iconPaths[name]} />
  </svg>
)
