import { Flex } from '@mantine/core'
import type { Group } from '@purple-sector/contracts/groups/http'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { groupRoom } from '../../chat/api/room.ts'
import { useRoom } from '../../chat/api/use-room.ts'
import { ChatPanel } from '../../chat/components/chat-panel.tsx'
import { useUser } from '../../session/user-query.ts'

const EMPTY = { title: 'No messages yet. Start the conversation!' }
/** The user's own time zone: a group's chat belongs to no venue. */
const ZONE = {}

/** The chat of a group's members. */
export const GroupChatDialog = ({ group, onClose }: { group: Group; onClose(): void }) => {
  const room = groupRoom(group.id)
  const user = useUser()
  return (
    <Dialog opened onClose={onClose} title={group.name} size="md" stays flush>
      {/* On a phone the sheet sets the height. */}
      <Flex
        direction="column"
        className="ps-above"
        pos={{ base: 'absolute', sm: 'static' }}
        inset={0}
        h={{ sm: 'min(600px, calc(100dvh - 160px))' }}
      >
        <ChatPanel
          room={room}
          weekendId={group.weekendId ?? 0}
          facts={useRoom(room)}
          placeholder="Type a message..."
          empty={EMPTY}
          zone={ZONE}
          moderator={group.isAdmin ? 'group admin' : user?.isAdmin ? 'administrator' : undefined}
        />
      </Flex>
    </Dialog>
  )
}
