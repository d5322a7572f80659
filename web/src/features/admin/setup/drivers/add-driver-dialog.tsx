import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useDraft } from '../../../../client/api/use-draft.ts'
import { notify } from '../../../../client/messages/notify.ts'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { offered } from '../../../weekend-data/api/category-order.ts'
import { useCategories } from '../../../weekend-data/api/category-queries.ts'
import { CarFields, MoreCarFields } from '../cars/car-dialog.tsx'
import { type CarDraft, type CarErrors, emptyCar, FIELD_OF, isDriverComplete, numberError } from '../cars/car-form.ts'
import form from '../form/form.module.css'
import { useAddDriver } from './driver-mutations.ts'

const driverErrors = (draft: CarDraft): CarErrors =>
  isDriverComplete(draft)
    ? numberError(draft.number)
    : {
        ...(draft.weekendId === '' ? { weekendId: 'Weekend is required' } : {}),
        ...(draft.driver.trim() === '' ? { driver: 'Driver is required' } : {}),
        ...(draft.number.trim() === '' ? { number: 'Number is required' } : {}),
      }

type Props = { weekend: Weekend; weekends: readonly Weekend[]; opened: boolean; onClose(): void }

/** Adds a driver to a weekend, in the category of their class. */
export const AddDriverDialog = ({ weekend, opened, onClose, weekends }: Props) => {
  const { draft, errors, set, submit, refuse } = useDraft(emptyCar(weekend.id), driverErrors, FIELD_OF)
  const add = useAddDriver()
  const categories = useCategories()
  const send = submit((filled) => add.mutate(filled, { onSuccess: onClose, onError: refuse }))
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Add Driver"
      className={form.form}
      onSubmit={(event) => {
        send(event)
        if (!isDriverComplete(draft))
          notify({ title: 'Error', message: 'Please fill in required fields', kind: 'error' })
      }}
      isBusy={add.isPending}
      send="Add Driver"
      busy="Adding..."
    >
      <SelectField
        label="Weekend"
        className={form.wide}
        data-autofocus
        placeholder="Select a weekend"
        options={weekends.map(({ id: value, name }) => ({ value: String(value), label: name }))}
        value={draft.weekendId}
        error={errors.weekendId}
        onChange={({ currentTarget }) => set({ weekendId: currentTarget.value })}
      />
      <CarFields
        draft={draft}
        errors={errors}
        set={set}
        more={
          <>
            <MoreCarFields draft={draft} errors={errors} set={set} />
            <SelectField
              label="Class"
              className={form.wide}
              hint="The category the driver races in"
              options={offered(categories).map(({ name }) => ({ value: name, label: name }))}
              value={draft.class || (categories.find(({ isMain }) => isMain)?.name ?? '')}
              error={errors.class ?? errors.category}
              onChange={({ currentTarget }) => set({ class: currentTarget.value })}
            />
          </>
        }
      />
    </FormDialog>
  )
}
