import { Badge, Skeleton, Text } from '@mantine/core'
import type { User } from '@purple-sector/contracts/identity/http'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'
import { AsyncButton } from '../../../ui/controls/async-button.tsx'
import { Avatar } from '../../../ui/racing/avatar.tsx'
import { Plate } from '../../../ui/racing/plate.tsx'
import { useSendVerification } from '../../session/send-verification.ts'
import { weekendsQuery } from '../../weekend-data/api/weekend-queries.ts'
import { userTypeName } from '../api/user-labels.ts'
import classes from './profile-facts.module.css'

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {children || (
        <Text span inherit c="var(--ps-ink-3)">
          –
        </Text>
      )}
    </dd>
  </div>
)

const PreferredWeekend = ({ id }: { id: number | null }) => {
  const { data: weekends, isPending } = useQuery(weekendsQuery)
  if (id === null)
    return (
      <Text span inherit c="var(--ps-ink-3)">
        –
      </Text>
    )
  if (isPending) return <Skeleton width={120} />
  return (
    weekends?.find((weekend) => weekend.id === id)?.name ?? (
      <Text span inherit c="var(--ps-ink-3)">
        –
      </Text>
    )
  )
}

const Unverified = ({ email }: { email: string }) => {
  const send = useSendVerification(email)
  return (
    <div className={classes.unverified}>
      <Text variant="note">
        <Badge variant="yellow">Not verified</Badge> Verify {email} to receive invitations sent to it. We’ve emailed you
        a link.
      </Text>
      <AsyncButton
        variant="outline"
        size="sm"
        leftSection={<Icon icon={IconMail} size={16} />}
        loading={send.isPending}
        onClick={() => send.mutate()}
      >
        {send.isPending ? 'Sending...' : 'Resend email'}
      </AsyncButton>
    </div>
  )
}

/** The saved profile: public fields, and private ones. */
export const ProfileFacts = ({ user }: { user: User }) => {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ')
  return (
    <>
      <div className={classes.view}>
        <Avatar name={user.username ?? (name || user.email)} size="xl" of={user} className={classes.avatar} />
        <dl className={classes.facts}>
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
      </div>
      {!user.emailVerified && <Unverified email={user.email} />}
    </>
  )
}
