import { MAIN_POINTS, SUPPORT_POINTS } from '@purple-sector/contracts/categories'
import type { Category } from '@purple-sector/contracts/weekends/http'
import { useDraft } from '../../../../client/api/use-draft.ts'
import { TextAreaField, TextField } from '../../../../ui/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { SwitchRow } from '../../../../ui/switch-row.tsx'
import { useCategories } from '../../../weekend-data/api/category-queries.ts'
import form from '../form/form.module.css'
import { pointsLabel } from '../races/race-form.ts'
import classes from './categories-view.module.css'
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
  const { draft, errors, set, submit, refuse } = useDraft(
    before,
    (filled) => categoryErrors(filled, otherCategories),
    FIELD_OF,
  )
  const create = useCreateCategory()
  const update = useUpdateCategory()
  const words = LABELS[task.kind]
  const isBusy = create.isPending || update.isPending

  const callbacks = { onSuccess: onClose, onError: refuse }
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
      className={form.form}
      onSubmit={submit(send)}
      isBusy={isBusy}
      send={words.send}
      busy={words.busy}
    >
      <TextField
        label="Name"
        className={form.wide}
        value={draft.name}
        error={errors.name}
        hint={edited && 'A new name shows everywhere straight away. Tips stay as they are.'}
        maxLength={80}
        autoComplete="off"
        data-autofocus
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <TextField
        label="Short name"
        optional
        value={draft.shortName}
        error={errors.shortName}
        hint="Shown where space is tight"
        maxLength={24}
        autoComplete="off"
        onChange={({ currentTarget }) => set({ shortName: currentTarget.value })}
      />
      <TextField
        label="Colour"
        type="color"
        value={draft.colour}
        error={errors.colour}
        hint={draft.colour.toUpperCase()}
        onChange={({ currentTarget }) => set({ colour: currentTarget.value })}
      />
      <TextAreaField
        label="Other names"
        optional
        className={form.wide}
        rows={4}
        value={draft.aliases}
        error={errors.aliases}
        hint="One per line: other spellings in sheets and results. Upper or lower case doesn’t matter"
        spellCheck={false}
        onChange={({ currentTarget }) => set({ aliases: currentTarget.value })}
      />
      {edited && (
        <div className={form.wide}>
          <SwitchRow
            title="Main category"
            text={
              edited.isMain
                ? 'It stays the main one until you choose another.'
                : `Its sessions pay ${pointsLabel(MAIN_POINTS)}, all others ${pointsLabel(SUPPORT_POINTS)}. Only possible while neither it nor the current main category has sessions.`
            }
            checked={draft.isMain}
            disabled={edited.isMain}
            className={classes.main}
            onChange={(isMain) => set({ isMain })}
          />
          {errors.isMain && (
            <p className="ps-field-error" role="alert">
              {errors.isMain}
            </p>
          )}
        </div>
      )}
    </FormDialog>
  )
}
