import type { ReactNode } from 'react'
import classes from './avatar.module.css'
import { join } from './join.ts'

/** Two letters of a name: of its first two words, or its own first two. */
export const initialsOf = (name: string): string => {
  const [first = '', second = ''] = name.split(/[\s_.-]+/).filter(Boolean)
  return `${first.slice(0, second ? 1 : 2)}${second.slice(0, 1)}`.toUpperCase()
}

export type AvatarProps = {
  /** Whose it is: the initials, where there is no drawing. The name itself stands beside it in the text. */
  name: string
  /** 28, 32, 44, 96. */
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** The drawing: a helmet, or a picture. */
  children?: ReactNode
  className?: string | undefined
}

export const Avatar = ({ name, size = 'md', children, className }: AvatarProps) => (
  <span className={join(classes.avatar, size !== 'md' && classes[size], className)} aria-hidden="true">
    {children ?? initialsOf(name)}
  </span>
)
