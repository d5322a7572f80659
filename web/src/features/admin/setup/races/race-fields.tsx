import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { IconLock } from '@tabler/icons-react'
import type { FormEvent } from 'react'
import { TextAreaField, TextField } from '../../../../ui/field.tsx'
import { valueLabel } from '../../../../ui/format.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { offered } from '../../../weekend-data/api/category-order.ts'
import { useCategories } from '../../../weekend-data/api/category-queries.ts'
import form from '../form/form.module.css'
import { startHint } from '../form/lock-hint.ts'
import { PointsField } from './points-field.tsx'
import classes from './race-fields.module.css'
import type { RaceDraft, RaceErrors, RaceFormKind } from './race-form.ts'
import { RACE_STATUSES } from './race-labels.ts'

const SESSION_TYPES = (
  ['practice', 'qualifying', 'race1', 'race2', 'race3', 'race4', 'race5', 'race6', 'shootout'] as const
).map((value) => ({ value, label: valueLabel(value) }))

const memberOf = <Value extends string>(options: readonly { value: Value }[], text: string): Value | undefined =>
  options.find(({ value }) => value === text)?.value

type Props = {
  id: string
  kind: RaceFormKind
  weekend: Weekend
  draft: RaceDraft
  errors: RaceErrors
  set(change: Partial<RaceDraft>): void
  onSubmit(event: FormEvent<HTMLFormElement>): void
  /** Why category, type and points cannot change; undefined while they can. */
  fixed?: string | undefined
  /** Whether tips are locked, which a new time does not change. */
  isLocked?: boolean
  children?: React.ReactNode
}

/** The fields of a new session, a new race, or an existing one. */
export const RaceFields = ({ id, kind, weekend, draft, errors, set, onSubmit, fixed, isLocked, children }: Props) => {
  const hasType = kind !== 'race'
  const categories = useCategories()
  return (
    <form id={id} className={form.form} onSubmit={onSubmit} noValidate>
      <TextField
        label="Name"
        className={hasType ? undefined : form.wide}
        value={draft.name}
        error={errors.name}
        maxLength={100}
        autoComplete="off"
        data-autofocus
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      {hasType && (
        <SelectField
          label="Session type"
          value={draft.sessionType}
          options={SESSION_TYPES}
          disabled={fixed !== undefined}
          onChange={({ currentTarget }) =>
            set({ sessionType: memberOf(SESSION_TYPES, currentTarget.value) ?? draft.sessionType })
          }
        />
      )}
      <SelectField
        label="Category"
        className={form.wide}
        value={draft.category}
        placeholder="Select a category"
        error={errors.category}
        options={offered(categories, Number(draft.category)).map(({ id, name }) => ({
          value: String(id),
          label: name,
        }))}
        disabled={fixed !== undefined}
        onChange={({ currentTarget }) => set({ category: currentTarget.value })}
      />
      {fixed && (
        <p className={form.note}>
          <Icon icon={IconLock} size={16} />
          {fixed}
        </p>
      )}
      <div className={hasType ? classes.three : classes.two}>
        <TextField
          label="Starts"
          type="datetime-local"
          className={classes.starts}
          value={draft.starts}
          error={errors.starts}
          hint={
            isLocked
              ? `Times in ${weekend.timeZone}. Tips stay locked.`
              : (startHint(weekend.timeZone, draft.starts) ?? `Leave empty for TBD. Times in ${weekend.timeZone}`)
          }
          onChange={({ currentTarget }) => set({ starts: currentTarget.value })}
        />
        {hasType ? (
          <>
            <TextField
              label="Distance"
              value={draft.distance}
              error={errors.distance}
              maxLength={100}
              onChange={({ currentTarget }) => set({ distance: currentTarget.value })}
            />
            <TextField
              label="Track"
              value={draft.track}
              error={errors.track}
              maxLength={100}
              onChange={({ currentTarget }) => set({ track: currentTarget.value })}
            />
          </>
        ) : null}
        {kind === 'race' && (
          <SelectField
            label="Status"
            value={draft.status}
            options={RACE_STATUSES}
            onChange={({ currentTarget }) =>
              set({ status: memberOf(RACE_STATUSES, currentTarget.value) ?? draft.status })
            }
          />
        )}
      </div>
      {kind === 'edit' && (
        <SelectField
          label="Status"
          className={form.wide}
          value={draft.status}
          options={RACE_STATUSES}
          hint={!isLocked && draft.status !== 'upcoming' ? 'Its tips lock when this is saved.' : undefined}
          onChange={({ currentTarget }) =>
            set({ status: memberOf(RACE_STATUSES, currentTarget.value) ?? draft.status })
          }
        />
      )}
      {kind !== 'session' && (
        <TextAreaField
          label="Description"
          optional
          className={form.wide}
          value={draft.description}
          error={errors.description}
          maxLength={2000}
          onChange={({ currentTarget }) => set({ description: currentTarget.value })}
        />
      )}
      {kind !== 'race' && (
        <PointsField
          points={draft.points}
          category={categories.find(({ id }) => id === Number(draft.category))}
          error={errors.points}
          disabled={fixed !== undefined}
          onChange={(points) => set({ points })}
        />
      )}
      {children}
    </form>
  )
}
