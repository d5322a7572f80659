import { NativeSelect, TextInput } from '@mantine/core'
import type { Season } from '@purple-sector/contracts/weekends/seasons'
import { useState } from 'react'
import { useServerForm } from '../../../../client/api/use-server-form.ts'
import { OptionalLabel } from '../../../../ui/controls/optional-label.tsx'
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx'
import { FormGrid, WIDE } from '../form/form-grid.tsx'
import { ReasonField } from './reason-field.tsx'
import { draftOf, emptySeason, patchBody, type SeasonDraft, seasonErrors } from './season-form.ts'
import { needsReason, useCreateSeason, useUpdateSeason } from './season-mutations.ts'

export type SeasonTask = { kind: 'create'; year: number } | { kind: 'edit'; season: Season }

const LABELS = {
  create: { title: 'Create season', send: 'Create season', busy: 'Creating...' },
  edit: { title: 'Edit season', send: 'Save', busy: 'Saving...' },
}

const STATUSES = [
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'active', label: 'Active' },
  { value: 'completed', label: 'Completed' },
]
const MISSED = [
  { value: 'zero', label: 'No points' },
  { value: 'lowest', label: 'The lowest score of the weekend' },
  { value: 'average', label: 'The average score of the weekend' },
]
const JOKERS = ['0', '1', '2', '3']

/** Form fields by error code, for errors that name no field. */
const FIELD_OF = { ANOTHER_SEASON_ACTIVE: 'status', SEASON_STARTED: 'reason' }

type Props = { task: SeasonTask; opened: boolean; onClose(): void }

/** Creates a season, or changes its name, status and rules. */
export const SeasonDialog = ({ task, opened, onClose }: Props) => {
  const before = task.kind === 'edit' ? draftOf(task.season) : emptySeason(task.year)
  const form = useServerForm(before, seasonErrors, FIELD_OF)
  const [asksReason, setAsksReason] = useState(false)
  const create = useCreateSeason()
  const update = useUpdateSeason()
  const words = LABELS[task.kind]

  const callbacks = {
    onSuccess: onClose,
    onError: (error: unknown) => {
      if (needsReason(error)) setAsksReason(true)
      form.refuse(error)
    },
  }
  const send = (draft: SeasonDraft) => {
    if (task.kind === 'create') return create.mutate(draft, callbacks)
    const body = patchBody(before, draft)
    if (Object.keys(body).length === 0) onClose()
    else update.mutate({ id: task.season.id, body }, callbacks)
  }

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={words.title}
      isDirty={form.isDirty()}
      onSubmit={form.onSubmit(send)}
      isBusy={create.isPending || update.isPending}
      send={words.send}
      busy={words.busy}
    >
      <FormGrid>
        <TextInput label="Name" style={WIDE} maxLength={100} data-autofocus {...form.getInputProps('name')} />
        <TextInput label="Year" inputMode="numeric" maxLength={4} {...form.getInputProps('year')} />
        <NativeSelect label="Status" data={STATUSES} {...form.getInputProps('status')} />
        <TextInput
          label={<OptionalLabel>Rounds that count</OptionalLabel>}
          description="Each fan’s best rounds. Leave empty to count all"
          inputMode="numeric"
          maxLength={2}
          {...form.getInputProps('countBest')}
        />
        <NativeSelect
          label="Jokers"
          description="Rounds each fan can double"
          data={JOKERS}
          {...form.getInputProps('jokers')}
        />
        <NativeSelect
          label="A missed weekend gets"
          style={WIDE}
          data={MISSED}
          {...form.getInputProps('missedWeekend')}
        />
        {asksReason && <ReasonField {...form.getInputProps('reason')} />}
      </FormGrid>
    </FormDialog>
  )
}
