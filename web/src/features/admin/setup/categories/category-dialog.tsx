import { Switch, Textarea, TextInput } from '@mantine/core'
import { MAIN_POINTS, SUPPORT_POINTS } from '@purple-sector/contracts/categories'
import type { Category } from '@purple-sector/contracts/weekends/http'
import { useServerForm } from '../../../../client/api/use-server-form.ts'
import { OptionalLabel } from '../../../../ui/controls/optional-label.tsx'
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx'
import { useCategories } from '../../../weekend-data/api/category-queries.ts'
import { FormGrid, WIDE } from '../form/form-grid.tsx'
import { pointsLabel } from '../races/race-form.ts'
import { type CategoryDraft, categoryErrors, draftOf, emptyCategory, patchBody } from './category-form.ts'
import { useCreateCategory, useUpdateCategory } from './category-mutations.ts'

export type CategoryTask = { kind: 'create' } | { kind: 'edit'; category: Category }

const LABELS = {
  create: { title: 'Add category', send: 'Add category', busy: 'Adding...' },
  edit: { title: 'Edit category', send: 'Save', busy: 'Saving...' },
}

/** Form fields by error code, for errors that name no field. */
const FIELD_OF = { CATEGORY_NAME_TAKEN: 'name', HAS_SESSIONS: 'isMain', CATEGORY_ARCHIVED: 'isMain' }

type Props = { task: CategoryTask; opened: boolean; onClose(): void }

/** Adds or edits a category: names, colour, and whether it is the main one. */
export const CategoryDialog = ({ task, opened, onClose }: Props) => {
  const edited = task.kind === 'edit' ? task.category : undefined
  const otherCategories = useCategories().filter((category) => category.id !== edited?.id)
  const before = edited ? draftOf(edited) : emptyCategory
  const form = useServerForm(before, (filled) => categoryErrors(filled, otherCategories), FIELD_OF)
  const create = useCreateCategory()
  const update = useUpdateCategory()
  const words = LABELS[task.kind]
  const isBusy = create.isPending || update.isPending

  const callbacks = { onSuccess: onClose, onError: form.refuse }
  const send = (filled: CategoryDraft) => {
    if (!edited) return create.mutate(filled, callbacks)
    const body = patchBody(before, filled)
    if (Object.keys(body).length === 0) onClose()
    else update.mutate({ category: edited, body }, callbacks)
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
        <TextInput
          label="Name"
          style={WIDE}
          description={edited && 'A new name shows everywhere straight away. Tips stay as they are.'}
          maxLength={80}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          label={<OptionalLabel>Short name</OptionalLabel>}
          description="Shown where space is tight"
          maxLength={24}
          autoComplete="off"
          {...form.getInputProps('shortName')}
        />
        <TextInput
          label="Colour"
          type="color"
          description={form.values.colour.toUpperCase()}
          {...form.getInputProps('colour')}
        />
        <Textarea
          label={<OptionalLabel>Other names</OptionalLabel>}
          style={WIDE}
          rows={4}
          description="One per line: other spellings in sheets and results. Upper or lower case doesn’t matter"
          spellCheck={false}
          {...form.getInputProps('aliases')}
        />
        {edited && (
          <div style={WIDE}>
            <Switch
              label="Main category"
              description={
                edited.isMain
                  ? 'It stays the main one until you choose another.'
                  : `Its sessions pay ${pointsLabel(MAIN_POINTS)}, all others ${pointsLabel(SUPPORT_POINTS)}. Only possible while neither it nor the current main category has sessions.`
              }
              disabled={edited.isMain}
              px={0}
              {...form.getInputProps('isMain', { type: 'checkbox', withError: false })}
            />
            {form.errors.isMain && (
              <p className="ps-field-error" role="alert">
                {form.errors.isMain}
              </p>
            )}
          </div>
        )}
      </FormGrid>
    </FormDialog>
  )
}
