import type { StoredAvatar } from '@purple-sector/contracts/racing-avatar/appearance'
import { type ReactNode, useState } from 'react'
import { join } from '../base/join.ts'
import { RacingAvatar } from '../racing-avatar/racing-avatar.tsx'
import classes from './avatar.module.css'

/** The first letters of a word, never half of a surrogate pair, as most emoji are. */
export const lettersOf = (word: string, count: number): string => [...word].slice(0, count).join('').toUpperCase()

/** Two letters of a name: of its first two words, or its own first two. */
export const initialsOf = (name: string): string => {
  const [first = '', second = ''] = name.split(/[\s_.-]+/).filter(Boolean)
  return lettersOf(first, second ? 1 : 2) + lettersOf(second, 1)
}

/** Shows a user: the avatar they built, else their profile image, else their initials. */
export type Shown = {
  readonly avatarConfig?: StoredAvatar | null | undefined
  readonly profileImageUrl?: string | null | undefined
}

export type AvatarProps = {
  /** The user's name, for the initials. The name itself stands beside the avatar in the text. */
  name: string
  /** 28, 32, 44, 96. */
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** The user; without, the initials are shown. */
  of?: Shown | null | undefined
  /** Letters in place of both. */
  children?: ReactNode
  className?: string | undefined
}

const Picture = ({ url, name }: { url: string; name: string }) => {
  const [isBroken, setBroken] = useState(false)
  return isBroken ? initialsOf(name) : <img src={url} alt="" loading="lazy" onError={() => setBroken(true)} />
}

const Face = ({ name, size, of }: Pick<AvatarProps, 'name' | 'size' | 'of'>) => {
  if (of?.avatarConfig) return <RacingAvatar config={of.avatarConfig} isSmall={size !== 'xl'} />
  const url = of?.profileImageUrl
  return url ? <Picture key={url} url={url} name={name} /> : initialsOf(name)
}

export const Avatar = ({ name, size = 'md', of, children, className }: AvatarProps) => (
  <span className={join(classes.avatar, size !== 'md' && classes[size], className)} aria-hidden="true">
    {children ?? <Face name={name} size={size} of={of} />}
  </span>
)
