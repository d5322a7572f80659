import type { TablerIcon } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from './icon.tsx'
import classes from './icon-button.module.css'
import { join } from './join.ts'

type Looks = {
  icon: TablerIcon
  /** Its accessible name, and its tooltip. */
  label: string
  /** 36, in tables 34; 44 on a phone. */
  size?: 'sm' | 'md'
  iconSize?: number
  danger?: boolean
}

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & Looks

/** An action shown as an icon alone. The browser's own tooltip repeats the name: nothing more to load. */
export const IconButton = ({
  icon,
  label,
  size = 'md',
  iconSize = 18,
  danger,
  className,
  ...rest
}: IconButtonProps) => (
  <button
    type="button"
    title={label}
    {...rest}
    aria-label={label}
    className={join(classes.button, size === 'sm' && classes.sm, danger && classes.danger, className)}
  >
    <Icon icon={icon} size={iconSize} />
  </button>
)

/** The same as a link to another page. */
export const IconLink = ({
  icon,
  label,
  size = 'md',
  iconSize = 18,
  to,
  title = label,
}: Omit<Looks, 'danger'> & { to: string; title?: string }) => (
  <Link to={to} title={title} aria-label={label} className={join(classes.button, size === 'sm' && classes.sm)}>
    <Icon icon={icon} size={iconSize} />
  </Link>
)
