import { TextInput } from '@mantine/core'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { useServerForm } from '../../../../client/api/use-server-form.ts'
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx'
import { instantOf } from '../../../../ui/time/typed-time.ts'
import { FormGrid, FormNote, WIDE } from '../form/form-grid.tsx'
import { startHint } from '../form/lock-hint.ts'
import { useReopenRace } from './race-mutations.ts'

type Props = { race: Race; timeZone: string; opened: boolean; onClose(): void }

/** Reopens the tips of a locked race with a new time. */
export const ReopenRaceDialog = ({ race, timeZone, opened, onClose }: Props) => {
  const reopen = useReopenRace()
  const form = useServerForm(
    { starts: '' },
    ({ starts }) =>
      instantOf(timeZone, starts) === undefined
        ? {
            starts:
              starts === ''
                ? 'A new time is required'
                : `This time doesn’t exist in ${timeZone}: the clocks go forward`,
          }
        : {},
    { scheduledTime: 'starts' },
  )
  const start = instantOf(timeZone, form.values.starts)
  const send = () => {
    if (start) reopen.mutate({ id: race.id, scheduledTime: start }, { onSuccess: onClose, onError: form.refuse })
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Reopen ${race.name}?`}
      isDirty={form.isDirty()}
      onSubmit={form.onSubmit(send)}
      isBusy={reopen.isPending}
      send="Reopen"
      busy="Reopening..."
    >
      <FormGrid>
        <FormNote>Tips reopen until two minutes before the new time, and the status goes back to upcoming.</FormNote>
        <TextInput
          label="Starts"
          type="datetime-local"
          style={WIDE}
          description={startHint(timeZone, form.values.starts) ?? `Times in ${timeZone}`}
          data-autofocus
          {...form.getInputProps('starts')}
        />
      </FormGrid>
    </FormDialog>
  )
}
