import { Box, Button, SimpleGrid, Skeleton, Switch, Text, TextInput } from '@mantine/core'
import type { NotificationPreferences, QuietHours } from '@purple-sector/contracts/engagement/http'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { QueryError } from '../../../client/api/query-error.tsx'
import { type ServerForm, useServerForm } from '../../../client/api/use-server-form.ts'
import { deviceZone } from '../../../client/browser/device-zone.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FormFoot } from '../../../ui/dialogs/form-foot.tsx'
import { LoadingState } from '../../../ui/layout/state.tsx'
import { useUser } from '../../session/user-query.ts'
import { preferencesQuery } from '../api/preferences-query.ts'
import { useSavePreferences } from '../api/settings-queries.ts'
import classes from './settings-dialog.module.css'
import { ThisDevice } from './this-device.tsx'
import { labelledTypes } from './type-labels.ts'

const firstHours = (): QuietHours => ({ from: '22:00', to: '07:00', timeZone: deviceZone() ?? 'UTC' })

const errorsOf = ({ quietHours }: NotificationPreferences) => ({
  ...(quietHours?.from === '' && { 'quietHours.from': 'Please choose a time' }),
  ...(quietHours &&
    (quietHours.to === '' || quietHours.from === quietHours.to) && { 'quietHours.to': 'Please choose another time' }),
})

const WHOLE_LINE = { gridColumn: '1 / -1' }
const UNLINED = { borderBottom: 0 }

type Props = { form: ServerForm<NotificationPreferences> }

const TypeTable = ({ form, isVerified }: Props & { isVerified: boolean }) => {
  const draft = form.values
  return (
    <table className={classes.kinds} aria-label="Choose what to hear about, and how">
      <thead>
        <Box component="tr" className="ps-xs ps-muted ps-below" fw={540}>
          <th scope="col">What to hear about</th>
          <Box component="th" scope="col" w={54}>
            Push
          </Box>
          <Box component="th" scope="col" w={66}>
            Email
          </Box>
        </Box>
      </thead>
      <tbody>
        {labelledTypes(draft).map(({ type, title, text }) => (
          <tr key={type} className="ps-below">
            <th scope="row">
              <Text fw={540}>{title}</Text>
              <Text variant="note">{text}</Text>
            </th>
            <td>
              <Switch
                variant="cell"
                aria-label={`${title} by push`}
                {...form.getInputProps(`push.${type}`, { type: 'checkbox' })}
              />
            </td>
            <td>
              <Switch
                variant="cell"
                aria-label={`${title} by email`}
                {...form.getInputProps(`mail.${type}`, { type: 'checkbox' })}
                disabled={!isVerified && !draft.mail[type]}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Quiet = ({ form }: Props) => {
  const { quietHours } = form.values
  const zoneOfDevice = deviceZone() ?? 'UTC'
  return (
    <>
      <Switch
        label="Quiet hours"
        description="Pushes and emails wait until they end, except the reminder half an hour before a deadline."
        checked={quietHours !== null}
        onChange={({ currentTarget }) => form.setFieldValue('quietHours', currentTarget.checked ? firstHours() : null)}
        px={{ base: 16, sm: 20 }}
        style={UNLINED}
      />
      {quietHours && (
        <SimpleGrid cols={2} spacing={12} px={{ base: 16, sm: 20 }} pt={4} pb={18}>
          <TextInput label="From" type="time" {...form.getInputProps('quietHours.from')} />
          <TextInput label="Until" type="time" {...form.getInputProps('quietHours.to')} />
          <Text variant="note" style={WHOLE_LINE}>
            In {quietHours.timeZone.replaceAll('_', ' ')} time.
          </Text>
          {zoneOfDevice !== quietHours.timeZone && (
            <Button
              variant="outline"
              size="sm"
              style={WHOLE_LINE}
              onClick={() => form.setFieldValue('quietHours.timeZone', zoneOfDevice)}
            >
              Use {zoneOfDevice.replaceAll('_', ' ')} time
            </Button>
          )}
        </SimpleGrid>
      )}
    </>
  )
}

type SettingsProps = {
  id: string
  preferences: NotificationPreferences
  save: ReturnType<typeof useSavePreferences>
  onSaved(): void
}

const Settings = ({ id, preferences, save, onSaved }: SettingsProps) => {
  const user = useUser()
  const form = useServerForm<NotificationPreferences>(preferences, errorsOf)
  const isVerified = user?.emailVerified ?? false
  const submit = form.onSubmit(({ push, mail, quietHours }) =>
    save.mutate({ push, mail, quietHours }, { onSuccess: onSaved, onError: form.refuse }),
  )
  return (
    <form id={id} noValidate onSubmit={submit}>
      <TypeTable form={form} isVerified={isVerified} />
      {!isVerified && (
        <Text variant="note" className="ps-below" px={{ base: 16, sm: 20 }} py={12}>
          We only email verified addresses. {user?.email} isn’t verified yet. Open the link we emailed you, or resend it
          in your profile.
        </Text>
      )}
      <Quiet form={form} />
    </form>
  )
}

/** Settings of push, mail and quiet hours. */
export const NotificationSettingsDialog = ({ onClose }: { onClose(): void }) => {
  const id = useId()
  const preferences = useQuery(preferencesQuery)
  const save = useSavePreferences()
  const foot = <FormFoot id={id} onClose={onClose} isBusy={save.isPending} send="Save" busy="Saving..." />
  return (
    <Dialog opened onClose={onClose} title="Notification settings" flush stays foot={preferences.data && foot}>
      <ThisDevice />
      {preferences.data ? (
        <Settings id={id} preferences={preferences.data} save={save} onSaved={onClose} />
      ) : preferences.isPending ? (
        <LoadingState title="Loading your settings..." order={3}>
          <Skeleton width="70%" />
          <Skeleton width="60%" />
        </LoadingState>
      ) : (
        <QueryError title="Couldn’t load your settings" order={3} query={preferences} />
      )}
    </Dialog>
  )
}
