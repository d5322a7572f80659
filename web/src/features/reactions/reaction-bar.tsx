import type { Reaction, ReactionSubject } from '@purple-sector/contracts/engagement/http'
import { Icon } from '../../ui/base/icon.tsx'
import { join } from '../../ui/base/join.ts'
import { formatNumber } from '../../ui/time/format.ts'
import type { Reactions } from './reacted.ts'
import type { ReactionScope } from './reaction-keys.ts'
import { REACTION_LOOKS } from './reaction-labels.ts'
import classes from './reactions.module.css'
import { useReact, useReactions } from './use-react.ts'

type ReactionButtonsProps = {
  /** Accessible label: "Reactions to Race 1". */
  label: string
  reactions: Reactions
  /** Whether to offer reactions that no user has given. */
  isExpanded: boolean
  onReact(reaction: Reaction): void
  className?: string | undefined
}

/** Buttons of reactions with their counts; the user's own are pressed, and a second click takes them back. */
export const ReactionButtons = ({ label, reactions, isExpanded, onReact, className }: ReactionButtonsProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
  <div role="group" aria-label={label} className={join('ps-row', classes.bar, className)}>
    {REACTION_LOOKS.map(({ reaction, name, icon }) => {
      const count = reactions.counts[reaction]
      const isYours = reactions.yours.includes(reaction)
      if (count === 0 && !isExpanded) return null
      return (
        <button
          key={reaction}
          type="button"
          title={name}
          aria-label={count > 0 ? `${name}, ${formatNumber(count)}` : name}
          aria-pressed={isYours}
          className={classes.reaction}
          onClick={() => onReact(reaction)}
        >
          <span className={join('ps-row ps-xs', !isYours && 'ps-faint', classes.face)}>
            <Icon icon={icon} size={16} />
            {count > 0 && formatNumber(count)}
          </span>
        </button>
      )
    })}
  </div>
)

type ReactionBarProps = {
  scope: ReactionScope
  subject: ReactionSubject
  label: string
  className?: string | undefined
}

/** All five reactions with their counts. */
export const ReactionBar = ({ scope, subject, label, className }: ReactionBarProps) => {
  const known = useReactions(scope, subject)
  const react = useReact(scope, subject)
  return <ReactionButtons label={label} reactions={known} isExpanded onReact={react} className={className} />
}
