import type { Car } from '@purple-sector/contracts/weekends/http'
import { useDraft } from '../../../../client/api/use-draft.ts'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import form from '../form/form.module.css'
import { CarFields, MoreCarFields } from './car-dialog.tsx'
import { draftOf, editErrors, FIELD_OF, patchBody } from './car-form.ts'
import { useChangeCar } from './car-mutations.ts'

type Props = { car: Car; opened: boolean; onClose(): void }

/** Edits a car: everything but its category. */
export const EditCarDialog = ({ car, opened, onClose }: Props) => {
  const before = draftOf(car)
  const { draft, errors, set, submit, refuse } = useDraft(before, editErrors, FIELD_OF)
  const change = useChangeCar()
  const send = submit((filled) => {
    const body = patchBody(before, filled)
    if (Object.keys(body).length === 0) onClose()
    else change.mutate({ id: car.id, body }, { onSuccess: onClose, onError: refuse })
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Edit #${car.plate} ${car.driver}`}
      className={form.form}
      onSubmit={send}
      isBusy={change.isPending}
      send="Save"
      busy="Saving..."
    >
      <p className={form.note}>
        Tips and lists show the change straight away. Published results keep the names they were published with.
      </p>
      <CarFields
        draft={draft}
        errors={errors}
        set={set}
        more={<MoreCarFields draft={draft} errors={errors} set={set} />}
      />
    </FormDialog>
  )
}
