import { Badge, Box, Button, Flex, Skeleton, Text, TextInput, Title } from '@mantine/core'
import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import type { Group, Member } from '@purple-sector/contracts/groups/http'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryError } from '../../../client/api/query-error.tsx'
import { join } from '../../../ui/base/join.ts'
import { useFocusFallback } from '../../../ui/base/use-focus-fallback.ts'
import { AsyncButton } from '../../../ui/controls/async-button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { LoadingState } from '../../../ui/layout/state.tsx'
import { Avatar } from '../../../ui/racing/avatar.tsx'
import { formatDate, plural } from '../../../ui/time/format.ts'
import { entryName } from '../../leaderboard-rows/components/entry-name.ts'
import { useOwnZone } from '../../session/use-zone.ts'
import { useApproveMember, useRejectMember } from '../api/group-mutations.ts'
import { membersQuery } from '../api/group-queries.ts'
import classes from './approve-members-dialog.module.css'

type SetRejected = (member: Member) => void

const ROLES = { admin: 'Group Creator', member: 'Member' }

/** Labels of the reject button, which is "Remove" for an approved member; the request is the same. */
const rejectLabels = ({ approvalStatus }: Member) =>
  approvalStatus === 'pending' ? { verb: 'Reject', busy: 'Rejecting...' } : { verb: 'Remove', busy: 'Removing...' }

const MemberRow = ({ group, member, onReject }: { group: Group; member: Member; onReject: SetRejected }) => {
  const approve = useApproveMember(group)
  const zone = useOwnZone()
  const name = entryName(member)
  const isPending = member.approvalStatus === 'pending'
  const labels = rejectLabels(member)
  return (
    <li className={classes.row}>
      <Avatar name={name} of={member} />
      <div className={join('ps-fill ps-lines', classes.who)}>
        <b dir="auto">{name}</b>
        <Text span variant="note">
          {[member.email, `Joined ${formatDate(member.joinedAt, zone)}`].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <div className={classes.end}>
        {isPending ? <Badge variant="yellow">Pending</Badge> : <Badge>{ROLES[member.role]}</Badge>}
        {member.role !== 'admin' && (
          <Button variant="danger" size="sm" aria-label={`${labels.verb} ${name}`} onClick={() => onReject(member)}>
            {labels.verb}
          </Button>
        )}
        {isPending && (
          <AsyncButton
            size="sm"
            loading={approve.isPending}
            aria-label={`Approve ${name}`}
            onClick={() => approve.mutate(member)}
          >
            {approve.isPending ? 'Approving...' : 'Approve'}
          </AsyncButton>
        )}
      </div>
    </li>
  )
}

/** Number of rows rendered at first: a group may have thousands of members. */
const PAGE_SIZE = 50

const Section = ({
  title,
  none: emptyText,
  members,
  ...row
}: {
  title: string
  none: string
  members: readonly Member[]
  group: Group
  onReject: SetRejected
}) => {
  const [visible, setVisible] = useState(PAGE_SIZE)
  const hidden = members.length - visible
  return (
    <section className="ps-above" aria-label={title}>
      <Flex align="center" gap={8} px={{ base: 16, sm: 20 }} pt={14} pb={8}>
        <Title order={3} size="h4">
          {title}
        </Title>
        <Badge size="sm">{members.length}</Badge>
      </Flex>
      {members.length === 0 ? (
        <Text variant="note" px={{ base: 16, sm: 20 }} pb={16}>
          {emptyText}
        </Text>
      ) : (
        <ul className="ps-lined">
          {members.slice(0, visible).map((member) => (
            <MemberRow key={member.userId} member={member} {...row} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <Box px={{ base: 16, sm: 20 }} py={12}>
          <Button variant="outline" size="sm" onClick={() => setVisible(visible + 10 * PAGE_SIZE)}>
            Show {plural(Math.min(hidden, 10 * PAGE_SIZE), 'more member', 'more members')}
          </Button>
        </Box>
      )}
    </section>
  )
}

const matches = (member: Member, text: string): boolean =>
  `${entryName(member)} ${member.email ?? ''}`.toLowerCase().includes(text.trim().toLowerCase())

/** Number of members from which the list has a name search. */
const FIND_FROM = 20

const Members = ({ group, members, onReject }: { group: Group; members: readonly Member[]; onReject: SetRejected }) => {
  const [text, type] = useState('')
  const matchingMembers = members.filter((member) => matches(member, text))
  const row = { group, onReject }
  const root = useFocusFallback<HTMLDivElement>('h3')
  return (
    <div ref={root}>
      {members.length > FIND_FROM && (
        <Box px={{ base: 16, sm: 20 }} pb={14}>
          <TextInput
            label="Find a member"
            type="search"
            value={text}
            onChange={({ currentTarget }) => type(currentTarget.value)}
          />
        </Box>
      )}
      <Section
        title="Pending approval"
        none="No one is waiting for approval."
        members={matchingMembers.filter(({ approvalStatus }) => approvalStatus === 'pending')}
        {...row}
      />
      <Section
        title="Approved members"
        none="No members found."
        members={matchingMembers.filter(({ approvalStatus }) => approvalStatus === 'approved')}
        {...row}
      />
    </div>
  )
}

/** The members of a group: its admin approves and rejects pending ones and removes others. */
export const ApproveMembersDialog = ({ group, onClose }: { group: Group; onClose(): void }) => {
  const members = useQuery(membersQuery(group.id))
  const [rejected, setRejected] = useState<Member>()
  const reject = useRejectMember(group)
  // One dialog at a time: the confirmation replaces the list.
  if (rejected) {
    const labels = rejectLabels(rejected)
    return (
      <ConfirmDialog
        opened
        onClose={() => setRejected(undefined)}
        onConfirm={() => reject.mutate(rejected, { onSettled: () => setRejected(undefined) })}
        title={`${labels.verb} ${bidiIsolate(entryName(rejected))}?`}
        text={`They leave ${bidiIsolate(group.name)} and its leaderboard straight away, and need a new invitation to rejoin.`}
        confirm={reject.isPending ? labels.busy : labels.verb}
        busy={reject.isPending}
      />
    )
  }
  return (
    <Dialog opened onClose={onClose} title="Approve Group Members" size="md" flush>
      {members.data ? (
        <Members group={group} members={members.data} onReject={setRejected} />
      ) : members.isError ? (
        <QueryError order={3} title="Couldn’t load the members" query={members} />
      ) : (
        <LoadingState order={3} title="Loading members...">
          {[1, 2, 3, 4].map((row) => (
            <Flex key={row} align="center" gap={12} mih={56}>
              <Skeleton width={32} height={32} />
              <Skeleton width="44%" />
            </Flex>
          ))}
        </LoadingState>
      )}
    </Dialog>
  )
}
