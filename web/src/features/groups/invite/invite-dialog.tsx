import { Box, Text } from '@mantine/core'
import type { Group } from '@purple-sector/contracts/groups/http'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { InviteByMail } from './invite-by-mail.tsx'
import { SentInvitations } from './sent-invitations.tsx'
import { UserSearch } from './user-search.tsx'

/** Invites users to a group by name or email address, and lists pending invitations. */
export const InviteDialog = ({ group, onClose }: { group: Group; onClose(): void }) => (
  <Dialog opened onClose={onClose} title="Invite User to Group" flush>
    <Box px={{ base: 16, sm: 20 }} pb={14}>
      <Text inherit c="dimmed" className="ps-wrap" mb={14}>
        {group.name}
      </Text>
      <UserSearch group={group} />
    </Box>
    <InviteByMail group={group} />
    <SentInvitations group={group} />
  </Dialog>
)
