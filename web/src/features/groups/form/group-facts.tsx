import { Box } from '@mantine/core'
import { TextAreaField, TextField } from '../../../ui/field.tsx'
import { plural } from '../../../ui/format.ts'
import { join } from '../../../ui/join.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import type { GroupDraft, GroupErrors } from '../api/group-form.ts'
import { SWITCHES } from '../api/group-switches.ts'
import classes from './group-form.module.css'

const Count = ({ text, most: max, of: field }: { text: string; most: number; of: string }) => {
  const length = text.trim().length
  return (
    <Box component="span" display="block" ta="right" className={join('ps-num', length > max && 'ps-bad')} fz={12}>
      <span aria-hidden="true">
        {length} / {max}
      </span>
      <span className="ps-hidden">
        {plural(length, 'character')} of {max} in the {field}
      </span>
    </Box>
  )
}

type Props = {
  draft: GroupDraft
  errors: GroupErrors
  set(change: Partial<GroupDraft>): void
  weekends: readonly { value: string; label: string }[]
  onWeekend(weekendId: number): void
}

/** Left side of the form: name and description, how users join, and scoring rules. */
export const GroupFacts = ({ draft, errors, set, weekends, onWeekend }: Props) => (
  <div className={classes.facts}>
    <div className={classes.fields}>
      <TextField
        label="Group name"
        value={draft.name}
        error={errors.name}
        hint={<Count text={draft.name} most={50} of="name" />}
        autoComplete="off"
        data-autofocus
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <TextAreaField
        label="Description"
        optional
        rows={2}
        className={classes.description}
        value={draft.description}
        error={errors.description}
        hint={<Count text={draft.description} most={200} of="description" />}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
      />
      <SelectField
        label="Race weekend"
        value={draft.weekendId < 1 ? '' : String(draft.weekendId)}
        error={errors.weekendId}
        options={weekends}
        {...(draft.weekendId < 1 && { placeholder: 'Select a race weekend' })}
        onChange={({ currentTarget }) => onWeekend(Number(currentTarget.value))}
      />
    </div>
    <div className={classes.switches}>
      {SWITCHES.map(({ key, title, text }) => (
        <SwitchRow
          key={key}
          className={classes.switch}
          title={title}
          text={text}
          checked={draft[key]}
          onChange={(isOn) => set({ [key]: isOn })}
        />
      ))}
    </div>
  </div>
)
