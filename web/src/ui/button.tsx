import type { TablerIcon } from '@tabler/icons-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import classes from './button.module.css'
import { Icon } from './icon.tsx'
import { join } from './join.ts'

type Looks = {
  /** One filled button per panel. `danger` is a red outline; `invite` purple, for Get Started and the invitation only. */
  variant?: 'filled' | 'outline' | 'quiet' | 'danger' | 'invite'
  /** 32, 40, 52 high; on a phone 36, 44, 52. */
  size?: 'sm' | 'md' | 'lg'
  icon?: TablerIcon
  /** After the text. */
  iconAfter?: TablerIcon
  full?: boolean
  children: ReactNode
  className?: string | undefined
}

const look = ({ variant = 'filled', size = 'md', full, className }: Omit<Looks, 'children'>) =>
  join(
    classes.button,
    variant !== 'filled' && classes[variant],
    size !== 'md' && classes[size],
    full && classes.full,
    className,
  )

const Inside = ({ icon, iconAfter, children }: Looks) => (
  <>
    {icon && <Icon icon={icon} size={16} />}
    {children}
    {iconAfter && <Icon icon={iconAfter} size={16} />}
  </>
)

export type ButtonProps = Looks &
  Omit<ComponentProps<'button'>, keyof Looks> & {
    /**
     * An action is in progress: the button ignores clicks, has a running edge, and keeps the focus, which a disabled
     * button loses. Say so in the text too ("Submitting...").
     */
    busy?: boolean
  }

/** Whether a click is the second of a double click, which must not send again: `busy` is set only after it. */
const isSentTwice = ({ currentTarget: { type }, detail: clicks }: MouseEvent<HTMLButtonElement>): boolean =>
  type === 'submit' && clicks > 1

export const Button = ({
  variant,
  size,
  icon,
  iconAfter,
  full,
  busy,
  className,
  children,
  disabled,
  onClick,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    {...rest}
    disabled={!busy && disabled}
    aria-disabled={busy || undefined}
    aria-busy={busy || undefined}
    onClick={(event) => {
      if (busy || isSentTwice(event)) event.preventDefault()
      else onClick?.(event)
    }}
    className={look({ variant, size, full, className: join(busy && classes.busy, className) })}
  >
    <Inside icon={icon} iconAfter={iconAfter}>
      {children}
    </Inside>
  </button>
)

/** Looks like a button and navigates: `to` inside of the app, `href` by the browser (`/api/login`). */
export const ButtonLink = ({
  variant,
  size,
  icon,
  iconAfter,
  full,
  className,
  children,
  to,
  href,
  ...rest
}: Looks &
  Omit<ComponentProps<'a'>, keyof Looks | 'href'> &
  ({ to: string; href?: never } | { href: string; to?: never })) => {
  const name = look({ variant, size, full, className })
  const inside = (
    <Inside icon={icon} iconAfter={iconAfter}>
      {children}
    </Inside>
  )
  return to === undefined ? (
    <a {...rest} href={href} className={name}>
      {inside}
    </a>
  ) : (
    <Link {...rest} to={to} className={name}>
      {inside}
    </Link>
  )
}
