import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import type { ReactNode } from 'react'
import { useDraft } from '../../../../client/api/use-draft.ts'
import { TextField } from '../../../../ui/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import form from '../form/form.module.css'
import { type CarDraft, type CarErrors, carErrors, emptyCar, FIELD_OF, MANUFACTURERS } from './car-form.ts'
import { useCreateCar } from './car-mutations.ts'

/** Returns the selectable makes; a car entered with another one keeps it. */
const makesFor = ({ manufacturer }: CarDraft) => {
  const makes = manufacturer === '' || MANUFACTURERS.includes(manufacturer) ? [] : [manufacturer]
  return [...makes, ...MANUFACTURERS].map((make) => ({ value: make, label: make }))
}

type FieldsProps = { draft: CarDraft; errors: CarErrors; set(change: Partial<CarDraft>): void; more?: ReactNode }

export const CarFields = ({ draft, errors, set, more }: FieldsProps) => {
  const text = (key: keyof CarDraft) => ({
    value: draft[key],
    error: errors[key],
    maxLength: 100,
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set({ [key]: currentTarget.value }),
  })
  return (
    <>
      <TextField label="Driver" {...text('driver')} />
      <TextField
        label="Number"
        hint="As on the door: 5, 05, 888"
        inputMode="numeric"
        {...text('number')}
        maxLength={3}
      />
      {more}
      <TextField label="Team" optional {...text('team')} />
      <SelectField
        label="Manufacturer"
        optional
        placeholder="None"
        options={makesFor(draft)}
        value={draft.manufacturer}
        error={errors.manufacturer}
        onChange={({ currentTarget }) => set({ manufacturer: currentTarget.value })}
      />
      <TextField
        label="Car name"
        optional
        hint="Leave empty to use the driver’s name"
        className={form.wide}
        {...text('name')}
      />
    </>
  )
}

export const MoreCarFields = ({ draft, errors, set }: Omit<FieldsProps, 'more'>) => (
  <>
    <TextField
      label="Co-driver"
      optional
      value={draft.coDriver}
      error={errors.coDriver}
      maxLength={100}
      onChange={({ currentTarget }) => set({ coDriver: currentTarget.value })}
    />
    <TextField
      label="Model"
      optional
      value={draft.model}
      error={errors.model}
      maxLength={100}
      onChange={({ currentTarget }) => set({ model: currentTarget.value })}
    />
  </>
)

type Props = { weekend: Weekend; opened: boolean; onClose(): void }

/** Enters a car through one of the weekend's races, in that race's category. */
export const CreateCarDialog = ({ weekend, opened, onClose, races }: Props & { races: readonly Race[] }) => {
  const { draft, errors, set, submit, refuse } = useDraft(emptyCar(weekend.id), carErrors, FIELD_OF)
  const create = useCreateCar()
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Create car"
      className={form.form}
      onSubmit={submit((filled) => create.mutate(filled, { onSuccess: onClose, onError: refuse }))}
      isBusy={create.isPending}
      send="Create car"
      busy="Creating..."
    >
      <SelectField
        label="Session"
        className={form.wide}
        data-autofocus
        placeholder="Select a session"
        hint="The car races in every session of its category"
        options={races.map((race) => ({ value: String(race.id), label: `${race.category}: ${race.name}` }))}
        value={draft.raceId}
        error={errors.raceId}
        onChange={({ currentTarget }) => set({ raceId: currentTarget.value })}
      />
      <CarFields draft={draft} errors={errors} set={set} />
    </FormDialog>
  )
}
