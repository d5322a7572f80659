import { NativeSelect } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useServerForm } from '../../../../client/api/use-server-form.ts'
import { notify } from '../../../../client/messages/notify.ts'
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx'
import { offered } from '../../../weekend-data/api/category-order.ts'
import { useCategories } from '../../../weekend-data/api/category-queries.ts'
import { CarFields, MoreCarFields } from '../cars/car-dialog.tsx'
import { type CarDraft, type CarErrors, emptyCar, FIELD_OF, isDriverComplete, numberError } from '../cars/car-form.ts'
import { FormGrid, WIDE } from '../form/form-grid.tsx'
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
  const form = useServerForm(emptyCar(weekend.id), driverErrors, FIELD_OF)
  const add = useAddDriver()
  const categories = useCategories()
  const send = form.onSubmit((filled) => add.mutate(filled, { onSuccess: onClose, onError: form.refuse }))
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Add Driver"
      isDirty={form.isDirty()}
      onSubmit={(event) => {
        send(event)
        if (!isDriverComplete(form.values))
          notify({ title: 'Error', message: 'Please fill in required fields', kind: 'error' })
      }}
      isBusy={add.isPending}
      send="Add Driver"
      busy="Adding..."
    >
      <FormGrid>
        <NativeSelect
          label="Weekend"
          style={WIDE}
          data-autofocus
          data={[
            { value: '', label: 'Select a weekend' },
            ...weekends.map(({ id: value, name }) => ({ value: String(value), label: name })),
          ]}
          {...form.getInputProps('weekendId')}
        />
        <CarFields
          form={form}
          more={
            <>
              <MoreCarFields form={form} />
              <NativeSelect
                label="Class"
                style={WIDE}
                description="The category the driver races in"
                data={offered(categories).map(({ name }) => ({ value: name, label: name }))}
                {...form.getInputProps('class')}
                value={form.values.class || (categories.find(({ isMain }) => isMain)?.name ?? '')}
                error={form.errors.class ?? form.errors.category}
              />
            </>
          }
        />
      </FormGrid>
    </FormDialog>
  )
}
