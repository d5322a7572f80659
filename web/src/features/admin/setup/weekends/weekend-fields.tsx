import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import type { ServerForm } from '../../../../client/api/use-server-form.ts'
import { OptionalLabel } from '../../../../ui/controls/optional-label.tsx'
import { WIDE } from '../form/form-grid.tsx'
import { timeZones } from './time-zones.ts'
import { type WeekendDraft, withStartDate } from './weekend-form.ts'

const STATUSES = [
  { value: 'inactive', label: 'Inactive' },
  { value: 'live', label: 'Live' },
  { value: 'completed', label: 'Completed' },
] as const

type Props = {
  form: ServerForm<WeekendDraft>
  /** Whether to show the status: only of an existing weekend, as a new one is never live. */
  hasStatus: boolean
  /** Whether to show the time zone: a copy keeps that of its original. */
  hasZone: boolean
}

/** The fields of a weekend. */
export const WeekendFields = ({ form, hasStatus, hasZone }: Props) => {
  const { startDate, timeZone } = form.values
  const zones = useMemo(() => timeZones(timeZone), [timeZone])
  return (
    <>
      <TextInput label="Name" style={WIDE} maxLength={100} data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={<OptionalLabel>Venue</OptionalLabel>}
        style={WIDE}
        maxLength={100}
        {...form.getInputProps('venue')}
      />
      <TextInput
        label="Start date"
        type="date"
        {...form.getInputProps('startDate')}
        onChange={({ currentTarget }) => form.setValues(withStartDate(form.values, currentTarget.value))}
      />
      <TextInput label="End date" type="date" min={startDate} {...form.getInputProps('endDate')} />
      {hasZone && (
        <NativeSelect
          label="Time zone"
          {...(!hasStatus && { style: WIDE })}
          data={zones}
          {...form.getInputProps('timeZone')}
        />
      )}
      {hasStatus && <NativeSelect label="Status" data={STATUSES} {...form.getInputProps('status')} />}
      <Textarea
        label={<OptionalLabel>Description</OptionalLabel>}
        style={WIDE}
        maxLength={2000}
        {...form.getInputProps('description')}
      />
      <Switch
        px={0}
        style={WIDE}
        label="Active"
        description="Announces the weekend: fans can tip it before it goes live."
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
    </>
  )
}
