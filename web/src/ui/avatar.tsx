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

/** A plain helmet in one colour, until a fan's own drawing is there. */
export const Helmet = ({ color }: { color: string }) => (
  <svg viewBox="22 2 276 246" aria-hidden="true">
    <path
      d="M60 138C60 74 106 26 170 26c54 0 90 30 96 78l5 36c1 8-2 14-8 16l-3 42c-1 16-11 25-27 25h-58c-11 0-18-4-24-12l-9-12H96c-22 0-36-22-36-61Z"
      fill={color}
      className={classes.rim}
    />
    <path
      d="M152 92l105-5c4 0 6 2 7 6l8 44c1 8-3 13-12 13l-82 3c-16 0-27-7-31-21l-6-19c-4-13-1-21 11-21Z"
      fill="#0b0b0e"
    />
    <path d="M156 99l98-5c3 0 5 2 5 4l2 12c-38-3-74-2-110 4 0-9 2-14 5-15Z" fill="#3d3b4d" />
  </svg>
)
