import { useState } from 'react'
import classes from './avatar.module.css'
import { join } from './join.ts'
import type { StoredAvatar } from './racing-avatar/look.ts'
import { RacingAvatar } from './racing-avatar/racing-avatar.tsx'

/** Two letters of a name: of its first two words, or its own first two. */
export const initialsOf = (name: string): string => {
  const [first = '', second = ''] = name.split(/[\s_.-]+/).filter(Boolean)
  return `${first.slice(0, second ? 1 : 2)}${second.slice(0, 1)}`.toUpperCase()
}

/** What somebody is shown by: the helmet they built, else their picture, else the initials of their name. */
export type Shown = {
  readonly avatarConfig?: StoredAvatar | null | undefined
  readonly profileImageUrl?: string | null | undefined
}

export type AvatarProps = {
  /** Whose it is: the initials, where there is no drawing. The name itself stands beside it in the text. */
  name: string
  /** 28, 32, 44, 96. */
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Whoever it is; left out, their initials are shown. */
  of?: Shown | null | undefined
  className?: string | undefined
}

const Picture = ({ url, name }: { url: string; name: string }) => {
  const [isBroken, setBroken] = useState(false)
  return isBroken ? initialsOf(name) : <img src={url} alt="" loading="lazy" onError={() => setBroken(true)} />
}

export const Avatar = ({ name, size = 'md', of, className }: AvatarProps) => (
  <span className={join(classes.avatar, size !== 'md' && classes[size], className)} aria-hidden="true">
    {of?.avatarConfig ? (
      <RacingAvatar config={of.avatarConfig} isSmall={size !== 'xl'} />
    ) : of?.profileImageUrl ? (
      <Picture key={of.profileImageUrl} url={of.profileImageUrl} name={name} />
    ) : (
      initialsOf(name)
    )}
  </span>
)
