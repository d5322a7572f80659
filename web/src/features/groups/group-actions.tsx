import { Menu } from '@mantine/core'
import type { Group } from '@purple-sector/contracts/groups/http'
import {
  IconMessage2,
  IconPencil,
  IconQrcode,
  IconSettings,
  IconSteeringWheel,
  IconTrash,
  IconTrophy,
  IconUserCheck,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { notify } from '../../lib/notify.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import classes from './group-card.module.css'
import type { GroupDialogKind } from './group-dialogs.tsx'

type ActionProps = { icon: TablerIcon; label: string; count?: number } & Omit<ComponentProps<'button'>, 'children'>

const Action = ({ icon, label, count = 0, ...rest }: ActionProps) => (
  <button type="button" {...rest} className={classes.action}>
    <Icon icon={icon} size={20} />
    {count > 0 && (
      <span className={classes.count} aria-hidden="true">
        <CountBadge count={count} fresh />
      </span>
    )}
    <span>
      {label}
      {count > 0 && <span className="ps-hidden">, {count} pending</span>}
    </span>
  </button>
)

const CHAT_LATER = 'Group chat opens soon'

/** It stands in its place already; whoever presses it hears why nothing happens. */
const ChatAction = () => (
  <Action
    icon={IconMessage2}
    label="Group Chat"
    aria-disabled
    title={CHAT_LATER}
    onClick={() => notify({ title: CHAT_LATER, kind: 'info' })}
  />
)

type Props = { group: Group; onOpen(kind: GroupDialogKind): void }

const AdminMenu = ({ group, onOpen }: Props) => {
  const pending = group.pendingCount ?? 0
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Action icon={IconSettings} label="Settings" count={pending} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon icon={IconPencil} />} onClick={() => onOpen('edit')}>
          Edit Group
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon icon={IconUserCheck} />}
          rightSection={pending > 0 && <CountBadge count={pending} fresh />}
          onClick={() => onOpen('members')}
        >
          Approve Members
        </Menu.Item>
        <Menu.Item leftSection={<Icon icon={IconTrash} />} className="ps-bad" onClick={() => onOpen('delete')}>
          Delete Group
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The six buttons of a card. */
export const GroupActions = ({ group, onOpen }: Props) => (
  <div className={classes.actions}>
    <Action icon={IconSteeringWheel} label="Tipping" onClick={() => onOpen('tipping')} />
    <Action icon={IconTrophy} label="Leaderboard" onClick={() => onOpen('leaderboard')} />
    <ChatAction />
    <Action icon={IconUserPlus} label="Invite Users" onClick={() => onOpen('invite')} />
    <Action
      icon={IconQrcode}
      label="Share Group"
      disabled={group.isPrivate}
      title={group.isPrivate ? 'A private group is joined by invitation only' : undefined}
      onClick={() => onOpen('share')}
    />
    {group.isAdmin ? (
      <AdminMenu group={group} onOpen={onOpen} />
    ) : (
      <Action icon={IconSettings} label="Settings" onClick={() => onOpen('settings')} />
    )}
  </div>
)
