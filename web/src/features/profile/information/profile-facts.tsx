import { Badge, Box, Flex, Skeleton, Text } from '@mantine/core'
import type { User } from '@purple-sector/contracts/identity/http'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'
import { join } from '../../../ui/base/join.ts'
import { AsyncButton } from '../../../ui/controls/async-button.tsx'
import { Avatar } from '../../../ui/racing/avatar.tsx'
import { Plate } from '../../../ui/racing/plate.tsx'
import { useSendVerification } from '../../session/send-verification.ts'
import { weekendsQuery } from '../../weekend-data/api/weekend-queries.ts'
import { userTypeName } from '../api/user-labels.ts'
import classes from './profile-facts.module.css'

const Nothing = () => <span className="ps-faint">–</span>

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box miw={0}>
    <Text component="dt" size="xs" c="var(--ps-ink-3)">
      {label}
    </Text>
    <Box component="dd" className="ps-clip" mt={2} fw={540}>
      {children || <Nothing />}
    </Box>
  </Box>
)

const PreferredWeekend = ({ id }: { id: number | null }) => {
  const { data: weekends, isPending } = useQuery(weekendsQuery)
  if (id === null) return <Nothing />
  if (isPending) return <Skeleton width={120} />
  return weekends?.find((weekend) => weekend.id === id)?.name ?? <Nothing />
}

const Unverified = ({ email }: { email: string }) => {
  const send = useSendVerification(email)
  return (
    <Flex
      className="ps-above"
      direction={{ base: 'column', sm: 'row' }}
      align={{ base: 'flex-start', sm: 'center' }}
      justify="space-between"
      gap={{ base: 10, sm: 16 }}
      px={{ base: 16, sm: 20 }}
      pt={12}
      pb={{ base: 16, sm: 12 }}
    >
      <Text variant="note">
        <Badge variant="yellow">Not verified</Badge> Verify {email} to receive invitations sent to it. We’ve emailed you
        a link.
      </Text>
      <AsyncButton
        variant="outline"
        size="sm"
        flex="none"
        leftSection={<Icon icon={IconMail} size={16} />}
        loading={send.isPending}
        onClick={() => send.mutate()}
      >
        {send.isPending ? 'Sending...' : 'Resend email'}
      </AsyncButton>
    </Flex>
  )
}

/** The saved profile: public fields, and private ones. */
export const ProfileFacts = ({ user }: { user: User }) => {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ')
  return (
    <>
      <Flex pos="relative" align="center" gap={24} px={{ base: 16, sm: 20 }} py={{ base: 16, sm: 18 }}>
        <Box display="flex" pos={{ base: 'absolute', sm: 'static' }} top={16}>
          <Avatar name={user.username ?? (name || user.email)} size="xl" of={user} />
        </Box>
        <dl className={join('ps-fill', classes.facts)}>
          <Fact label="Username">{user.username}</Fact>
          <Fact label="Email">{user.email}</Fact>
          {name !== '' && <Fact label="Name">{name}</Fact>}
          <Fact label="User type">{userTypeName(user.userType)}</Fact>
          {user.userType === 'team' && (
            <>
              <Fact label="Team name">{user.teamName}</Fact>
              <Fact label="Car number">{user.carNumber && <Plate number={user.carNumber} size="sm" />}</Fact>
              <Fact label="Manufacturer">{user.manufacturer}</Fact>
            </>
          )}
          <Fact label="Preferred weekend">
            <PreferredWeekend id={user.preferredWeekendId} />
          </Fact>
          <Fact label="Chat status">{user.chatStatus}</Fact>
        </dl>
      </Flex>
      {!user.emailVerified && <Unverified email={user.email} />}
    </>
  )
}
