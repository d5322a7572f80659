import { Box, Button, Flex, NativeSelect, SegmentedControl, SimpleGrid, TextInput } from '@mantine/core'
import type { User } from '@purple-sector/contracts/identity/http'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type ServerForm, useServerForm } from '../../../client/api/use-server-form.ts'
import { AsyncButton } from '../../../ui/controls/async-button.tsx'
import { PhoneBar } from '../../../ui/layout/phone-bar.tsx'
import { weekendsQuery } from '../../weekend-data/api/weekend-queries.ts'
import { usernameRejection, useSaveProfile } from '../api/save-profile.ts'
import { changesOf, draftOf, errorsOf, MANUFACTURERS, MAX_LENGTHS, type ProfileDraft } from './profile-draft.ts'

const USER_TYPES = [
  { value: 'spectator', label: 'Spectator' },
  { value: 'team', label: 'Team' },
] as const

const WIDE = { gridColumn: '1 / -1' }

const TeamFields = ({ form }: { form: ServerForm<ProfileDraft> }) => {
  const { manufacturer } = form.values
  // A value older than the list stays selectable.
  const makes = [...new Set([...MANUFACTURERS, ...(manufacturer ? [manufacturer] : [])])]
  return (
    <Flex
      wrap={{ base: 'wrap', sm: 'nowrap' }}
      gap={{ base: 12, sm: 20 }}
      p={{ base: 12, sm: 16 }}
      pt={{ base: 12, sm: 14 }}
      bd="1px solid var(--ps-line)"
      bdrs="md"
      bg="var(--ps-sunken)"
      style={WIDE}
    >
      <TextInput
        flex={{ base: '1 0 100%', sm: 1.4 }}
        label="Team name"
        maxLength={MAX_LENGTHS.name}
        name="teamName"
        {...form.getInputProps('teamName')}
      />
      <TextInput
        flex={{ base: 1, sm: 0.7 }}
        label="Car number"
        maxLength={MAX_LENGTHS.carNumber}
        name="carNumber"
        {...form.getInputProps('carNumber')}
      />
      <NativeSelect
        flex="1"
        label="Manufacturer"
        data={[{ value: '', label: 'Choose one' }, ...makes.map((make) => ({ value: make, label: make }))]}
        name="manufacturer"
        {...form.getInputProps('manufacturer')}
      />
    </Flex>
  )
}

/** Form of the profile. Input that could not be saved stays. */
export const ProfileForm = ({ user, onClose }: { user: User; onClose(): void }) => {
  const before = useRef(draftOf(user)).current
  const form = useServerForm<ProfileDraft>(before, errorsOf(before), { USERNAME_TAKEN: 'username' })
  const { data: weekends = [] } = useQuery(weekendsQuery)
  const save = useSaveProfile({ title: 'Profile Updated', message: 'Your changes are saved.' })
  const draft = form.values
  const isUnchanged = Object.keys(changesOf(draft, before)).length === 0
  const username = form.getInputProps('username')
  // The server's error about the username in our own text, until the input changes.
  const rejection = save.error && usernameRejection(save.error)

  const send = () => save.mutate(changesOf(draft, before), { onSuccess: onClose, onError: form.refuse })
  const actions = (
    <>
      <Button variant="outline" onClick={onClose}>
        Cancel
      </Button>
      <AsyncButton type="submit" loading={save.isPending} disabled={isUnchanged}>
        {save.isPending ? 'Saving...' : 'Save'}
      </AsyncButton>
    </>
  )
  return (
    <form aria-label="Profile Information" noValidate onSubmit={form.onSubmit(send)}>
      <SimpleGrid
        cols={{ base: 1, sm: 2 }}
        spacing={20}
        verticalSpacing={{ base: 14, sm: 16 }}
        px={{ base: 16, sm: 20 }}
        pt={{ base: 14, sm: 18 }}
        pb={{ base: 16, sm: 20 }}
      >
        <TextInput
          label="Username"
          autoFocus
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_LENGTHS.username}
          name="username"
          {...username}
          error={username.error && (rejection ?? username.error)}
          onChange={(event) => {
            save.reset()
            username.onChange(event)
          }}
        />
        <TextInput
          label="Email"
          type="email"
          value={user.email}
          disabled
          readOnly
          description={`${user.emailVerified ? 'Verified.' : 'Not verified yet.'} You can’t change it here.`}
        />
        <TextInput
          label="First name"
          autoComplete="given-name"
          maxLength={MAX_LENGTHS.name}
          name="firstName"
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label="Last name"
          autoComplete="family-name"
          maxLength={MAX_LENGTHS.name}
          name="lastName"
          {...form.getInputProps('lastName')}
        />
        <div>
          <p className="ps-field-label" aria-hidden="true">
            User type
          </p>
          <SegmentedControl
            aria-label="User type"
            data={[...USER_TYPES]}
            {...form.getInputProps('userType', { withError: false })}
            fullWidth
          />
          <p className="ps-field-hint">Just a label. It doesn’t change what you can do.</p>
        </div>
        <NativeSelect
          label="Preferred weekend"
          data={[{ value: '', label: 'None' }, ...weekends.map(({ id, name }) => ({ value: String(id), label: name }))]}
          name="preferredWeekendId"
          {...form.getInputProps('preferredWeekendId')}
        />
        {draft.userType === 'team' && <TeamFields form={form} />}
        <TextInput
          style={WIDE}
          label="Chat status"
          maxLength={MAX_LENGTHS.chatStatus}
          name="chatStatus"
          {...form.getInputProps('chatStatus')}
          description={
            <Flex component="span" justify="space-between" gap={12}>
              <span>Shown after your name in Race Chat.</span>
              <span className="ps-num">
                {draft.chatStatus.length} / {MAX_LENGTHS.chatStatus}
              </span>
            </Flex>
          }
        />
      </SimpleGrid>
      <Box className="ps-foot" visibleFrom="sm">
        {actions}
      </Box>
      <PhoneBar>{actions}</PhoneBar>
    </form>
  )
}
