import { Box, Button, Flex, Text, Title } from '@mantine/core'
import type { Group } from '@purple-sector/contracts/groups/http'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Icon } from '../../../ui/base/icon.tsx'
import { useIsPhone } from '../../../ui/base/use-is-phone.ts'
import { PageTabs } from '../../../ui/controls/tabs.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { groupsQuery, invitationsQuery } from '../api/group-queries.ts'
import { CreateGroupDialog, GROUP_DIALOGS, type GroupDialogKind } from '../components/group-dialogs.tsx'
import { GroupList } from '../components/group-list.tsx'
import { InvitationList } from '../invite/invitation-list.tsx'
import classes from './groups-page.module.css'

/** The open dialog: the form of a new group, or a dialog about an existing one. */
type Opened = { kind: 'create' } | { kind: GroupDialogKind; groupId: number; weekendId?: number | undefined }

const INVITATIONS = '?tab=invitations'

/** Renders the open dialog; a deleted group closes it for good, and a notification explains why. */
const OpenedDialog = ({
  opened: openedDialog,
  groups,
  onClose,
}: {
  opened: Opened
  groups: readonly Group[]
  onClose(): void
}) => {
  const group = openedDialog.kind === 'create' ? undefined : groups.find(({ id }) => id === openedDialog.groupId)
  const isDeleted = openedDialog.kind !== 'create' && !group
  useEffect(() => {
    if (isDeleted) onClose()
  }, [isDeleted, onClose])
  if (openedDialog.kind === 'create') return <CreateGroupDialog onClose={onClose} />
  const Dialog = GROUP_DIALOGS[openedDialog.kind]
  const { kind, weekendId } = openedDialog
  return group ? <Dialog key={`${kind} ${group.id}`} group={group} weekendId={weekendId} onClose={onClose} /> : null
}

/** Opens the tips of the group that the address of a notification names, `?tip=7&weekend=9`, once. */
const useAddressedTips = (open: (opened: Opened) => void): void => {
  const [search, setSearch] = useSearchParams()
  const groupId = Number(search.get('tip'))
  const weekendId = Number(search.get('weekend')) || undefined
  useEffect(() => {
    if (!groupId) return
    open({ kind: 'tipping', groupId, weekendId })
    setSearch({}, { replace: true })
  }, [groupId, weekendId, open, setSearch])
}

/** The queries that the page shows first. */
export const reads = () => [groupsQuery]

/** The user's groups and their invitations. */
export const GroupsPage = () => {
  const groups = useQuery(groupsQuery)
  const invitations = useQuery(invitationsQuery)
  const [search] = useSearchParams()
  const [opened, setOpened] = useState<Opened>()
  useAddressedTips(setOpened)
  const isPhone = useIsPhone()
  const isInvitations = search.get('tab') === 'invitations'
  const invitationCount = invitations.data?.length ?? 0
  const create = (size: 'sm' | 'md') => (
    <Button size={size} leftSection={<Icon icon={IconPlus} size={16} />} onClick={() => setOpened({ kind: 'create' })}>
      Create Group
    </Button>
  )
  return (
    <Page>
      <Flex
        component="header"
        className="ps-below"
        wrap={{ base: 'wrap', sm: 'nowrap' }}
        align="flex-end"
        justify="flex-end"
        gap={{ base: 0, sm: 16 }}
        mb={{ base: 0, sm: 16 }}
      >
        <Box
          flex={{ base: '1 0 100%', sm: '1 1 auto' }}
          miw={0}
          px={{ base: 16, sm: 0 }}
          pt={{ base: 14, sm: 0 }}
          pb={{ base: 6, sm: 14 }}
        >
          <Title>Group Tipping</Title>
          <Text inherit c="dimmed">
            Create private racing tip competitions with friends.
          </Text>
        </Box>
        {/* The header has the hairline. */}
        <Box className={classes.tabs} miw={0} mb={-1}>
          <PageTabs
            label="Groups"
            active={isInvitations ? INVITATIONS : '?'}
            tabs={[
              { to: '?', label: 'My Groups' },
              {
                to: INVITATIONS,
                label: 'Invitations',
                ...(invitationCount > 0 && { count: invitationCount, fresh: true }),
              },
            ]}
          />
        </Box>
        <Box flex="none" ml={{ base: 4, sm: 0 }} mr={{ base: 16, sm: 0 }} mb={{ base: 4, sm: 8 }}>
          {create(isPhone ? 'sm' : 'md')}
        </Box>
      </Flex>
      {isInvitations ? (
        <InvitationList invitations={invitations} />
      ) : (
        <GroupList groups={groups} create={create('md')} onOpen={(kind, { id }) => setOpened({ kind, groupId: id })} />
      )}
      <Suspense>
        {opened && (groups.data || opened.kind === 'create') && (
          <OpenedDialog opened={opened} groups={groups.data ?? []} onClose={() => setOpened(undefined)} />
        )}
      </Suspense>
    </Page>
  )
}
