import { ActionIcon } from '@mantine/core'
import type { ModeratedMessage } from '@purple-sector/contracts/chat/http'
import { IconMessage2, IconTrash, IconUser, IconVolumeOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Icon } from '../../../../ui/base/icon.tsx'
import { join } from '../../../../ui/base/join.ts'
import { ActionMenu } from '../../../../ui/controls/action-menu.tsx'
import { Avatar } from '../../../../ui/racing/avatar.tsx'
import classes from './moderation.module.css'

type Props = {
  message: ModeratedMessage
  room: string
  time: string
  /** The form that asks for the reason of the deletion. */
  form: ReactNode
  onDelete(): void
  onMute(): void
  /** Filters by this user or chat; undefined when already filtered. */
  onPerson: (() => void) | undefined
  onChat: (() => void) | undefined
}

/** A message with author and chat; a deleted one with moderator and reason. */
export const MessageItem = ({ message, room, time, form, onDelete, onMute, onPerson, onChat }: Props) => {
  const { userName, user, deleted } = message
  const hasAccount = user.username !== null || user.firstName !== null
  return (
    <li className={join(classes.message, form !== null && `ps-edge ${classes.open}`)}>
      <Avatar name={userName} of={user} />
      <div className="ps-fill">
        <div className={join('ps-sm', classes.who)}>
          <b className="ps-clip" dir="auto">
            {userName}
          </b>
          <span className="ps-note ps-faint ps-clip">{room}</span>
          <time className="ps-note ps-faint" dateTime={message.createdAt}>
            {time}
          </time>
        </div>
        <p className={join('ps-wrap', deleted && 'ps-struck')} dir="auto">
          {message.message}
        </p>
        {deleted && (
          <p className="ps-note ps-wrap">
            Deleted by {deleted.by}
            {deleted.reason && `: ${deleted.reason}`}
          </p>
        )}
        {form}
      </div>
      {form === null && (
        <span className="ps-row ps-muted">
          {!deleted && (
            <ActionIcon
              aria-label={`Delete message of ${userName}`}
              title={`Delete message of ${userName}`}
              onClick={onDelete}
            >
              <Icon icon={IconTrash} />
            </ActionIcon>
          )}
          <ActionMenu
            label={`More for ${userName}`}
            actions={[
              ...(hasAccount ? [{ label: `Mute ${userName}`, icon: IconVolumeOff, onSelect: onMute }] : []),
              ...(onPerson ? [{ label: `Messages of ${userName}`, icon: IconUser, onSelect: onPerson }] : []),
              ...(onChat ? [{ label: `Messages of ${room}`, icon: IconMessage2, onSelect: onChat }] : []),
            ]}
          />
        </span>
      )}
    </li>
  )
}
