import { useMemo } from 'react'
import { TextAreaField, TextField } from '../../../../ui/field.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { SwitchRow } from '../../../../ui/switch-row.tsx'
import classes from '../form/form.module.css'
import { timeZones } from './time-zones.ts'
import { type WeekendDraft, type WeekendErrors, withStartDate } from './weekend-form.ts'

const STATUSES = [
  { value: 'inactive', label: 'Inactive' },
  { value: 'live', label: 'Live' },
  { value: 'completed', label: 'Completed' },
] as const

type Props = {
  draft: WeekendDraft
  errors: WeekendErrors
  become(draft: WeekendDraft): void
  /** Whether to show the status: only of an existing weekend, as a new one is never live. */
  hasStatus: boolean
  /** Whether to show the time zone: a copy keeps that of its original. */
  hasZone: boolean
}

/** The fields of a weekend. */
export const WeekendFields = ({ draft, errors, become, hasStatus, hasZone }: Props) => {
  const set = (change: Partial<WeekendDraft>) => become({ ...draft, ...change })
  const zones = useMemo(() => timeZones(draft.timeZone).map((zone) => ({ value: zone, label: zone })), [draft.timeZone])
  return (
    <>
      <TextField
        label="Name"
        className={classes.wide}
        value={draft.name}
        error={errors.name}
        maxLength={100}
        data-autofocus
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <TextField
        label="Venue"
        optional
        className={classes.wide}
        value={draft.venue}
        error={errors.venue}
        maxLength={100}
        onChange={({ currentTarget }) => set({ venue: currentTarget.value })}
      />
      <TextField
        label="Start date"
        type="date"
        value={draft.startDate}
        error={errors.startDate}
        onChange={({ currentTarget }) => become(withStartDate(draft, currentTarget.value))}
      />
      <TextField
        label="End date"
        type="date"
        value={draft.endDate}
        min={draft.startDate}
        error={errors.endDate}
        onChange={({ currentTarget }) => set({ endDate: currentTarget.value })}
      />
      {hasZone && (
        <SelectField
          label="Time zone"
          className={hasStatus ? undefined : classes.wide}
          value={draft.timeZone}
          error={errors.timeZone}
          options={zones}
          onChange={({ currentTarget }) => set({ timeZone: currentTarget.value })}
        />
      )}
      {hasStatus && (
        <SelectField
          label="Status"
          value={draft.status}
          error={errors.status}
          options={STATUSES}
          onChange={({ currentTarget }) =>
            set({ status: STATUSES.find(({ value }) => value === currentTarget.value)?.value ?? draft.status })
          }
        />
      )}
      <TextAreaField
        label="Description"
        optional
        className={classes.wide}
        value={draft.description}
        error={errors.description}
        maxLength={2000}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
      />
      <SwitchRow
        className={classes.switch}
        title="Active"
        text="Show the weekend to fans. It can be the current one before it goes live."
        checked={draft.isActive}
        onChange={(isActive) => set({ isActive })}
      />
    </>
  )
}
