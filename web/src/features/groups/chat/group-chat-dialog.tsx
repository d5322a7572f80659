import type { Group } from '@purple-sector/contracts/groups/http'
import { Dialog } from '../../../ui/dialog.tsx'
import { ChatPanel } from '../../chat/chat-panel.tsx'
import { groupRoom } from '../../chat/room.ts'
import { useRoom } from '../../chat/use-room.ts'
import { useUser } from '../../session/user-query.ts'
import classes from './group-chat-dialog.module.css'

const EMPTY = { title: 'No messages yet. Start the conversation!' }
/** The user's own time zone: a group's chat belongs to no venue. */
const ZONE = {}

/** The chat of a group's members. */
export const GroupChatDialog = ({ group, onClose }: { group: Group; onClose(): void }) => {
  const room = groupRoom(group.id)
  const user = useUser()
  return (
    <Dialog opened onClose={onClose} title={group.name} size="md" stays flush>
      <ChatPanel
        room={room}
        weekendId={group.weekendId}
        facts={useRoom(room)}
        placeholder="Type a message..."
        empty={EMPTY}
        zone={ZONE}
        moderator={group.isAdmin ? 'group admin' : user?.isAdmin ? 'administrator' : undefined}
        className={classes.chat}
      />
    </Dialog>
  )
}
