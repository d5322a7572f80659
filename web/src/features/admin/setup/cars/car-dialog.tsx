import { NativeSelect, TextInput } from '@mantine/core'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import type { ReactNode } from 'react'
import { type ServerForm, useServerForm } from '../../../../client/api/use-server-form.ts'
import { OptionalLabel } from '../../../../ui/controls/optional-label.tsx'
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx'
import { FormGrid, WIDE } from '../form/form-grid.tsx'
import { type CarDraft, carErrors, emptyCar, FIELD_OF, MANUFACTURERS } from './car-form.ts'
import { useCreateCar } from './car-mutations.ts'

/** Returns the selectable makes; a car entered with another one keeps it. */
const makesFor = ({ manufacturer }: CarDraft) => {
  const makes = manufacturer === '' || MANUFACTURERS.includes(manufacturer) ? [] : [manufacturer]
  return [...makes, ...MANUFACTURERS].map((make) => ({ value: make, label: make }))
}

type FieldsProps = { form: ServerForm<CarDraft>; more?: ReactNode }

export const CarFields = ({ form, more }: FieldsProps) => {
  const text = (key: keyof CarDraft) => ({ ...form.getInputProps(key), maxLength: 100, autoComplete: 'off' })
  return (
    <>
      <TextInput label="Driver" {...text('driver')} />
      <TextInput
        label="Number"
        description="As on the door: 5, 05, 888"
        inputMode="numeric"
        {...text('number')}
        maxLength={3}
      />
      {more}
      <TextInput label={<OptionalLabel>Team</OptionalLabel>} {...text('team')} />
      <NativeSelect
        label={<OptionalLabel>Manufacturer</OptionalLabel>}
        data={[{ value: '', label: 'None' }, ...makesFor(form.values)]}
        {...form.getInputProps('manufacturer')}
      />
      <TextInput
        label={<OptionalLabel>Car name</OptionalLabel>}
        description="Leave empty to use the driver’s name"
        style={WIDE}
        {...text('name')}
      />
    </>
  )
}

export const MoreCarFields = ({ form }: Omit<FieldsProps, 'more'>) => (
  <>
    <TextInput label={<OptionalLabel>Co-driver</OptionalLabel>} maxLength={100} {...form.getInputProps('coDriver')} />
    <TextInput label={<OptionalLabel>Model</OptionalLabel>} maxLength={100} {...form.getInputProps('model')} />
  </>
)

type Props = { weekend: Weekend; opened: boolean; onClose(): void }

/** Enters a car through one of the weekend's races, in that race's category. */
export const CreateCarDialog = ({ weekend, opened, onClose, races }: Props & { races: readonly Race[] }) => {
  const form = useServerForm(emptyCar(weekend.id), carErrors, FIELD_OF)
  const create = useCreateCar()
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Create car"
      isDirty={form.isDirty()}
      onSubmit={form.onSubmit((filled) => create.mutate(filled, { onSuccess: onClose, onError: form.refuse }))}
      isBusy={create.isPending}
      send="Create car"
      busy="Creating..."
    >
      <FormGrid>
        <NativeSelect
          label="Session"
          style={WIDE}
          data-autofocus
          description="The car races in every session of its category"
          data={[
            { value: '', label: 'Select a session' },
            ...races.map((race) => ({ value: String(race.id), label: `${race.category}: ${race.name}` })),
          ]}
          {...form.getInputProps('raceId')}
        />
        <CarFields form={form} />
      </FormGrid>
    </FormDialog>
  )
}
