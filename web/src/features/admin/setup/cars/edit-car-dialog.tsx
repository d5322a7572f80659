import type { Car } from '@purple-sector/contracts/weekends/http'
import { useServerForm } from '../../../../client/api/use-server-form.ts'
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx'
import { FormGrid, FormNote } from '../form/form-grid.tsx'
import { CarFields, MoreCarFields } from './car-dialog.tsx'
import { draftOf, editErrors, FIELD_OF, patchBody } from './car-form.ts'
import { useChangeCar } from './car-mutations.ts'

type Props = { car: Car; opened: boolean; onClose(): void }

/** Edits a car: everything but its category. */
export const EditCarDialog = ({ car, opened, onClose }: Props) => {
  const before = draftOf(car)
  const form = useServerForm(before, editErrors, FIELD_OF)
  const change = useChangeCar()
  const send = form.onSubmit((filled) => {
    const body = patchBody(before, filled)
    if (Object.keys(body).length === 0) onClose()
    else change.mutate({ id: car.id, body }, { onSuccess: onClose, onError: form.refuse })
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Edit #${car.plate} ${car.driver}`}
      isDirty={form.isDirty()}
      onSubmit={send}
      isBusy={change.isPending}
      send="Save"
      busy="Saving..."
    >
      <FormGrid>
        <FormNote>
          Tips and lists show the change straight away. Published results keep the names they were published with.
        </FormNote>
        <CarFields form={form} more={<MoreCarFields form={form} />} />
      </FormGrid>
    </FormDialog>
  )
}
