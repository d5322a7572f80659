import { ActionIcon, Box, Button, Flex } from '@mantine/core'
import type { Message } from '@purple-sector/contracts/chat/http'
import { IconTrash } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'
import { join } from '../../../ui/base/join.ts'
import { Avatar, lettersOf } from '../../../ui/racing/avatar.tsx'
import { plural } from '../../../ui/time/format.ts'
import { MessageReactions, ReactOpener } from '../../reactions/message-reactions.tsx'
import type { OutgoingMessage } from '../api/outbox.ts'
import { splitLinks } from '../api/split-links.ts'
import classes from './message-row.module.css'

const MessageText = ({ children }: { children: string }) =>
  splitLinks(children).map(({ text, href }, index) =>
    href === undefined ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes
      <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {text}
      </a>
    ),
  )

/** Returns the initials of up to two words. */
const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => lettersOf(word, 1))
    .join('')

/** The author's helmet. Without one: initials for group members, `U` for a deleted account. */
const AuthorAvatar = ({ message: { groupId, user, userName } }: { message: Message }) => {
  const isDeletedAccount = user.username === null && user.firstName === null
  const letters = groupId !== null ? initials(userName) : isDeletedAccount ? 'U' : undefined
  return (
    <Avatar name={userName} of={user} className={classes.face}>
      {user.avatarConfig ? undefined : letters}
    </Avatar>
  )
}

const AuthorLine = ({ message: { userName, user } }: { message: Message }) => (
  <>
    <b className="ps-clip" dir="auto">
      {userName}
    </b>
    {user.trackStatus === 'at_track' && <span className="ps-label ps-good">- TRACKSIDE</span>}
    {user.chatStatus && (
      <span className={join('ps-clip ps-faint', classes.status)} dir="auto">
        · {user.chatStatus}
      </span>
    )}
  </>
)

type MessageRowProps = {
  message: Message
  isOwn: boolean
  /** Whether this is the first message of a run, which shows author and time. */
  isFirst: boolean
  /** When the message was written, formatted by the room. */
  time: string
  /** The weekend of the room. */
  weekendId: number
  /** Deletes the message; undefined if not permitted. */
  onDelete?: ((message: Message) => void) | undefined
}

/** A message: others' at the left with their author, own ones at the right. */
export const MessageRow = memo(({ message, isOwn, isFirst, time, weekendId, onDelete }: MessageRowProps) => {
  const [isReacting, setReacting] = useState(false)
  const reacting = { message, isOpen: isReacting, onOpen: setReacting }
  const deletion = isOwn ? 'Delete your message' : `Delete message of ${message.userName}`
  const deleteButton = onDelete && (
    <ActionIcon
      size="sm"
      aria-label={deletion}
      title={deletion}
      className={classes.delete}
      onClick={() => onDelete(message)}
    >
      <Icon icon={IconTrash} size={16} />
    </ActionIcon>
  )
  return (
    <div className={join(classes.message, isOwn && classes.own, !isFirst && classes.run)}>
      {isFirst && !isOwn && <AuthorAvatar message={message} />}
      {isFirst ? (
        <div className={join('ps-sm', classes.who)}>
          {!isOwn && <AuthorLine message={message} />}
          <time className="ps-xs ps-faint" dateTime={message.createdAt}>
            {time}
          </time>
          {deleteButton}
        </div>
      ) : (
        <span className="ps-hidden">
          {!isOwn && `${message.userName}, `}
          {time}
        </span>
      )}
      <div className={join('ps-row', classes.line, !isOwn && classes.theirs)}>
        <p className={classes.bubble} dir="auto">
          <MessageText>{message.message}</MessageText>
        </p>
        <ReactOpener {...reacting} />
        {!isFirst && deleteButton}
      </div>
      <MessageReactions
        {...reacting}
        scope={{ weekendId, groupId: message.groupId }}
        className={isOwn ? undefined : classes.theirs}
      />
    </div>
  )
})

type SendingRowProps = {
  sending: OutgoingMessage
  isFirst: boolean
  onSendAgain(sending: OutgoingMessage): void
  onDiscard(sending: OutgoingMessage): void
}

/** An own message being sent: grey until it arrives, kept with its text on failure. */
export const SendingRow = ({ sending, isFirst, onSendAgain, onDiscard }: SendingRowProps) => {
  const hasFailed = sending.state === 'failed'
  return (
    <div className={join(classes.message, classes.own, !isFirst && classes.run)}>
      {isFirst && !hasFailed && <div className={join('ps-xs ps-faint', classes.who)}>Sending...</div>}
      <div className={join('ps-row', classes.line)}>
        <p className={join(classes.bubble, hasFailed ? classes.failed : classes.sending)} dir="auto">
          {sending.text}
        </p>
      </div>
      {hasFailed && (
        <Flex className="ps-xs" wrap="wrap" align="center" justify="flex-end" gap="4px 8px" mt={4} role="alert">
          <span className="ps-bad">Not sent. {sending.reason}</span>
          <Button size="sm" variant="outline" onClick={() => onSendAgain(sending)}>
            Try Again
          </Button>
          <Button size="sm" variant="quiet" onClick={() => onDiscard(sending)}>
            Discard
          </Button>
        </Flex>
      )}
    </div>
  )
}

const CLICKABLE = { cursor: 'pointer' }

/** A finished race; those that finished just before it are listed on request. */
export const FinishRow = ({ race, earlier }: { race: string; earlier: readonly string[] }) => (
  <>
    {earlier.length > 0 && (
      <Box component="details" className="ps-xs ps-faint" pt={12} ta="center">
        <Box component="summary" display="inline-block" mih={24} px={8} py={4} td="underline" style={CLICKABLE}>
          {plural(earlier.length, 'earlier finish', 'earlier finishes')}
        </Box>
        {earlier.map((name) => (
          <div key={name}>{name} has finished!</div>
        ))}
      </Box>
    )}
    <div className={join('ps-row ps-label ps-muted', classes.finish)}>
      <span>{race} has finished!</span>
    </div>
  </>
)
