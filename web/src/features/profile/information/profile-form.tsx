import { Box, Button, Flex } from '@mantine/core'
import type { User } from '@purple-sector/contracts/identity/http'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useDraft } from '../../../client/api/use-draft.ts'
import { AsyncButton } from '../../../ui/async-button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { PhoneBar } from '../../../ui/phone-bar.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { weekendsQuery } from '../../weekend-data/api/weekend-queries.ts'
import { usernameRejection, useSaveProfile } from '../api/save-profile.ts'
import { changesOf, draftOf, errorsOf, MANUFACTURERS, MAX_LENGTHS, type ProfileDraft } from './profile-draft.ts'
import classes from './profile-form.module.css'

const USER_TYPES = [
  { value: 'spectator', label: 'Spectator' },
  { value: 'team', label: 'Team' },
] as const

type Form = ReturnType<typeof useDraft<ProfileDraft>>

/** Returns form fields by name: value, error and change handler. */
const fieldsOf = ({ draft, errors, set }: Form) => ({
  text: (name: keyof ProfileDraft) => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set({ [name]: currentTarget.value }),
  }),
})

const TeamFields = ({ form }: { form: Form }) => {
  const { text } = fieldsOf(form)
  const { manufacturer } = form.draft
  // A value older than the list stays selectable.
  const makes = [...new Set([...MANUFACTURERS, ...(manufacturer ? [manufacturer] : [])])]
  return (
    <div className={classes.team}>
      <TextField label="Team name" maxLength={MAX_LENGTHS.name} {...text('teamName')} />
      <TextField label="Car number" maxLength={MAX_LENGTHS.carNumber} {...text('carNumber')} />
      <SelectField
        label="Manufacturer"
        placeholder="Choose one"
        options={makes.map((make) => ({ value: make, label: make }))}
        {...text('manufacturer')}
      />
    </div>
  )
}

/** Form of the profile. Input that could not be saved stays. */
export const ProfileForm = ({ user, onClose }: { user: User; onClose(): void }) => {
  const before = useRef(draftOf(user)).current
  const form = useDraft<ProfileDraft>(before, errorsOf(before), { USERNAME_TAKEN: 'username' })
  const { data: weekends = [] } = useQuery(weekendsQuery)
  const save = useSaveProfile({ title: 'Profile Updated', message: 'Your changes are saved.' })
  const { text } = fieldsOf(form)
  const { draft, set } = form
  const isUnchanged = Object.keys(changesOf(draft, before)).length === 0
  const username = text('username')
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
    <form aria-label="Profile Information" noValidate onSubmit={form.submit(send)}>
      <div className={classes.fields}>
        <TextField
          label="Username"
          autoFocus
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_LENGTHS.username}
          {...username}
          error={username.error && (rejection ?? username.error)}
          onChange={(event) => {
            save.reset()
            username.onChange(event)
          }}
        />
        <TextField
          label="Email"
          type="email"
          value={user.email}
          disabled
          readOnly
          hint={`${user.emailVerified ? 'Verified.' : 'Not verified yet.'} You can’t change it here.`}
        />
        <TextField label="First name" autoComplete="given-name" maxLength={MAX_LENGTHS.name} {...text('firstName')} />
        <TextField label="Last name" autoComplete="family-name" maxLength={MAX_LENGTHS.name} {...text('lastName')} />
        <div>
          <p className="ps-field-label" aria-hidden="true">
            User type
          </p>
          <Segmented
            label="User type"
            options={USER_TYPES}
            value={draft.userType}
            onChange={(userType) => set({ userType })}
            full
          />
          <p className="ps-field-hint">Just a label. It doesn’t change what you can do.</p>
        </div>
        <SelectField
          label="Preferred weekend"
          placeholder="None"
          options={weekends.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...text('preferredWeekendId')}
        />
        {draft.userType === 'team' && <TeamFields form={form} />}
        <TextField
          className={classes.wide}
          label="Chat status"
          maxLength={MAX_LENGTHS.chatStatus}
          {...text('chatStatus')}
          hint={
            <Flex component="span" justify="space-between" gap={12}>
              <span>Shown after your name in Race Chat.</span>
              <span className="ps-num">
                {draft.chatStatus.length} / {MAX_LENGTHS.chatStatus}
              </span>
            </Flex>
          }
        />
      </div>
      <Box className="ps-foot" visibleFrom="sm">
        {actions}
      </Box>
      <PhoneBar>{actions}</PhoneBar>
    </form>
  )
}
