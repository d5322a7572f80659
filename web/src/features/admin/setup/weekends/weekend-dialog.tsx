import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useServerForm } from '../../../../client/api/use-server-form.ts'
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx'
import { FormGrid } from '../form/form-grid.tsx'
import { WeekendFields } from './weekend-fields.tsx'
import { copyDraftOf, draftOf, emptyWeekend, patchBody, type WeekendDraft, weekendErrors } from './weekend-form.ts'
import { useCreateWeekend, useDuplicateWeekend, useUpdateWeekend } from './weekend-mutations.ts'

export type WeekendTask =
  | { kind: 'create' }
  | { kind: 'edit'; weekend: Weekend }
  | { kind: 'duplicate'; weekend: Weekend }

const LABELS = {
  create: { title: 'Create weekend', send: 'Create weekend', busy: 'Creating...' },
  edit: { title: 'Edit weekend', send: 'Save', busy: 'Saving...' },
  duplicate: { title: 'Duplicate weekend', send: 'Duplicate', busy: 'Duplicating...' },
}

/** Form fields by error code, for errors that name no field. */
const FIELD_OF = { ANOTHER_WEEKEND_LIVE: 'status' }

const initialOf = (task: WeekendTask): WeekendDraft =>
  task.kind === 'create' ? emptyWeekend : task.kind === 'edit' ? draftOf(task.weekend) : copyDraftOf(task.weekend)

type Props = { task: WeekendTask; opened: boolean; onClose(): void }

/** Creates, edits or copies a weekend. */
export const WeekendDialog = ({ task, opened, onClose }: Props) => {
  const before = initialOf(task)
  const errorsOf = (draft: WeekendDraft) => weekendErrors(draft, task.kind === 'edit' ? before : undefined)
  const form = useServerForm(before, errorsOf, FIELD_OF)
  const create = useCreateWeekend()
  const update = useUpdateWeekend()
  const duplicate = useDuplicateWeekend()
  const words = LABELS[task.kind]
  const isBusy = create.isPending || update.isPending || duplicate.isPending

  const callbacks = { onSuccess: onClose, onError: form.refuse }
  const send = (draft: WeekendDraft) => {
    if (task.kind === 'create') create.mutate(draft, callbacks)
    else if (task.kind === 'duplicate') duplicate.mutate({ id: task.weekend.id, draft }, callbacks)
    else {
      const body = patchBody(before, draft)
      if (Object.keys(body).length === 0) onClose()
      else update.mutate({ id: task.weekend.id, body }, callbacks)
    }
  }

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={words.title}
      isDirty={form.isDirty()}
      onSubmit={form.onSubmit(send)}
      isBusy={isBusy}
      send={words.send}
      busy={words.busy}
    >
      <FormGrid>
        <WeekendFields form={form} hasStatus={task.kind === 'edit'} hasZone={task.kind !== 'duplicate'} />
      </FormGrid>
    </FormDialog>
  )
}
