import { ActionIcon } from '@mantine/core'
import type { Message } from '@purple-sector/contracts/chat/http'
import { IconMoodPlus } from '@tabler/icons-react'
import { Icon } from '../../ui/base/icon.tsx'
import { ReactionButtons } from './reaction-bar.tsx'
import type { ReactionScope } from './reaction-keys.ts'
import classes from './reactions.module.css'
import { useAreReactionsKnown, useReact, useReactions } from './use-react.ts'

type OpenerProps = { message: Message; isOpen: boolean; onOpen(isOpen: boolean): void }

/** Button that offers reactions to a message; with a pointer it is visible on hover, else always. */
export const ReactOpener = ({ message, isOpen, onOpen }: OpenerProps) => (
  <ActionIcon
    size="sm"
    aria-label={`React to message of ${message.userName}`}
    title={`React to message of ${message.userName}`}
    aria-expanded={isOpen}
    className={classes.opener}
    onClick={() => onOpen(!isOpen)}
  >
    <Icon icon={IconMoodPlus} size={16} />
  </ActionIcon>
)

type MessageReactionsProps = OpenerProps & { scope: ReactionScope; className?: string | undefined }

/** The reactions to a message; all five while choosing one. */
export const MessageReactions = ({ message, scope, isOpen, onOpen, className }: MessageReactionsProps) => {
  const subject = { type: 'message', id: message.id } as const
  const reactions = useReactions(scope, subject)
  const isKnown = useAreReactionsKnown(scope, subject.type)
  const react = useReact(scope, subject)
  const isAny = Object.values(reactions.counts).some((count) => count > 0)
  if (!isAny && !isOpen) return null
  return (
    <ReactionButtons
      label={`Reactions to message of ${message.userName}`}
      reactions={reactions}
      isExpanded={isOpen}
      onReact={(reaction) => {
        // A button that would disappear under the pointer and lose the focus stays among all five: the last reaction
        // taken back, or one given before the reactions are loaded.
        onOpen(!isKnown || (reactions.yours.includes(reaction) && reactions.counts[reaction] === 1))
        react(reaction)
      }}
      className={className}
    />
  )
}
