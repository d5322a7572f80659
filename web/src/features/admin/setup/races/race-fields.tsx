import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { IconLock } from '@tabler/icons-react'
import type { FormEvent } from 'react'
import type { ServerForm } from '../../../../client/api/use-server-form.ts'
import { Icon } from '../../../../ui/base/icon.tsx'
import { OptionalLabel } from '../../../../ui/controls/optional-label.tsx'
import { valueLabel } from '../../../../ui/time/format.ts'
import { offered } from '../../../weekend-data/api/category-order.ts'
import { useCategories } from '../../../weekend-data/api/category-queries.ts'
import { FormGrid, FormNote, WIDE } from '../form/form-grid.tsx'
import { startHint } from '../form/lock-hint.ts'
import { PointsField } from './points-field.tsx'
import type { RaceDraft, RaceFormKind } from './race-form.ts'
import { RACE_STATUSES } from './race-labels.ts'

const SESSION_TYPES = (
  ['practice', 'qualifying', 'race1', 'race2', 'race3', 'race4', 'race5', 'race6', 'shootout'] as const
).map((value) => ({ value, label: valueLabel(value) }))

const TWO = { gridColumn: 'span 2' }

type Props = {
  id: string
  kind: RaceFormKind
  weekend: Weekend
  draft: RaceDraft
  form: ServerForm<RaceDraft>
  onSubmit(event: FormEvent<HTMLFormElement>): void
  /** Why category, type and points cannot change; undefined while they can. */
  fixed?: string | undefined
  /** Whether tips are locked, which a new time does not change. */
  isLocked?: boolean
  children?: React.ReactNode
}

/** The fields of a new session, a new race, or an existing one. */
export const RaceFields = ({ id, kind, weekend, draft, form, onSubmit, fixed, isLocked, children }: Props) => {
  const hasType = kind !== 'race'
  const categories = useCategories()
  return (
    <form id={id} onSubmit={onSubmit} noValidate>
      <FormGrid>
        <TextInput
          label="Name"
          {...(!hasType && { style: WIDE })}
          maxLength={100}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        {hasType && (
          <NativeSelect
            label="Session type"
            data={SESSION_TYPES}
            disabled={fixed !== undefined}
            {...form.getInputProps('sessionType')}
            value={draft.sessionType}
          />
        )}
        <NativeSelect
          label="Category"
          style={WIDE}
          data={[
            { value: '', label: 'Select a category' },
            ...offered(categories, Number(draft.category)).map(({ id, name }) => ({
              value: String(id),
              label: name,
            })),
          ]}
          disabled={fixed !== undefined}
          {...form.getInputProps('category')}
          value={draft.category}
        />
        {fixed && (
          <FormNote>
            <Icon icon={IconLock} size={16} />
            {fixed}
          </FormNote>
        )}
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing={12} style={WIDE}>
          <TextInput
            label="Starts"
            type="datetime-local"
            style={TWO}
            // It may be wider than its field.
            descriptionProps={{ w: { base: 'auto', sm: 'max-content' }, maw: 420 }}
            description={
              isLocked
                ? `Times in ${weekend.timeZone}. Tips stay locked.`
                : (startHint(weekend.timeZone, draft.starts) ?? `Leave empty for TBD. Times in ${weekend.timeZone}`)
            }
            {...form.getInputProps('starts')}
          />
          {hasType ? (
            <>
              <TextInput label="Distance" maxLength={100} {...form.getInputProps('distance')} />
              <TextInput label="Track" maxLength={100} {...form.getInputProps('track')} />
            </>
          ) : null}
          {kind === 'race' && (
            <NativeSelect label="Status" style={TWO} data={RACE_STATUSES} {...form.getInputProps('status')} />
          )}
        </SimpleGrid>
        {kind === 'edit' && (
          <NativeSelect
            label="Status"
            style={WIDE}
            data={RACE_STATUSES}
            description={!isLocked && draft.status !== 'upcoming' ? 'Its tips lock when this is saved.' : undefined}
            {...form.getInputProps('status')}
          />
        )}
        {kind !== 'session' && (
          <Textarea
            label={<OptionalLabel>Description</OptionalLabel>}
            style={WIDE}
            maxLength={2000}
            {...form.getInputProps('description')}
          />
        )}
        {kind !== 'race' && (
          <PointsField
            points={draft.points}
            category={categories.find(({ id }) => id === Number(draft.category))}
            error={form.errors.points}
            disabled={fixed !== undefined}
            onChange={(points) => form.setFieldValue('points', points)}
          />
        )}
        {children}
      </FormGrid>
    </form>
  )
}
