import { Badge, Box, Menu, SimpleGrid } from '@mantine/core'
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
  IconUserQuestion,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'
import { groupRoom } from '../../chat/api/room.ts'
import { formatUnread } from '../../chat/api/rooms.ts'
import { useCachedRoom } from '../../chat/api/use-room.ts'
import classes from './group-card.module.css'
import type { GroupDialogKind } from './group-dialogs.tsx'

type ActionProps = {
  icon: TablerIcon
  label: string
  /** Number of new items; hidden when undefined. */
  count?: number | string
  /** What is counted: "pending". */
  counted?: string
} & Omit<ComponentProps<'button'>, 'children'>

const Action = ({ icon, label, count, counted = 'pending', ...rest }: ActionProps) => (
  <button type="button" {...rest} className={classes.action}>
    <Icon icon={icon} size={20} />
    {count !== undefined && (
      <Box component="span" pos="absolute" top={6} left="calc(50% + 13px)" aria-hidden="true">
        <Badge size="sm" variant="ink">
          {count}
        </Badge>
      </Box>
    )}
    <span>
      {label}
      {count !== undefined && (
        <span className="ps-hidden">
          , {count} {counted}
        </span>
      )}
    </span>
  </button>
)

type Props = { group: Group; onOpen(kind: GroupDialogKind): void }

/** Shows the unread count of the group's chat if it is cached; never fetches it. */
const ChatAction = ({ group, onOpen }: Props) => {
  const unread = useCachedRoom(groupRoom(group.id))?.unread ?? 0
  return (
    <Action
      icon={IconMessage2}
      label="Group Chat"
      {...(unread > 0 && { count: formatUnread(unread), counted: 'unread' })}
      onClick={() => onOpen('chat')}
    />
  )
}

const AdminMenu = ({ group, onOpen }: Props) => {
  const pending = group.pendingCount ?? 0
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Action icon={IconSettings} label="Settings" {...(pending > 0 && { count: pending })} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon icon={IconPencil} />} onClick={() => onOpen('edit')}>
          Edit Group
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon icon={IconUserCheck} />}
          rightSection={
            pending > 0 && (
              <Badge size="sm" variant="ink">
                {pending}
              </Badge>
            )
          }
          onClick={() => onOpen('members')}
        >
          Approve Members
        </Menu.Item>
        <Menu.Item leftSection={<Icon icon={IconUserQuestion} />} onClick={() => onOpen('untipped')}>
          Who Hasn’t Tipped
        </Menu.Item>
        <Menu.Item leftSection={<Icon icon={IconTrash} />} className="ps-bad" onClick={() => onOpen('delete')}>
          Delete Group
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const CLIPPED = { overflow: 'hidden' }

/** The row of the buttons; two rows on narrower screens. Each button draws the hairlines around it. */
export const ActionBar = ({ children }: { children: ReactNode }) => (
  <SimpleGrid className="ps-above" cols={{ base: 3, md: 6 }} spacing={1} bg="var(--ps-sunken)" style={CLIPPED}>
    {children}
  </SimpleGrid>
)

/** The six buttons of a card. */
export const GroupActions = ({ group, onOpen }: Props) => (
  <ActionBar>
    <Action icon={IconSteeringWheel} label="Tipping" onClick={() => onOpen('tipping')} />
    <Action icon={IconTrophy} label="Leaderboard" onClick={() => onOpen('leaderboard')} />
    <ChatAction group={group} onOpen={onOpen} />
    <Action icon={IconUserPlus} label="Invite Users" onClick={() => onOpen('invite')} />
    <Action
      icon={IconQrcode}
      label="Share Group"
      disabled={group.isPrivate}
      title={group.isPrivate ? 'Private groups are invite-only' : undefined}
      onClick={() => onOpen('share')}
    />
    {group.isAdmin ? (
      <AdminMenu group={group} onOpen={onOpen} />
    ) : (
      <Action icon={IconSettings} label="Settings" onClick={() => onOpen('settings')} />
    )}
  </ActionBar>
)
