import { Box, NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { join } from '../../../ui/base/join.ts'
import { OptionalLabel } from '../../../ui/controls/optional-label.tsx'
import { plural } from '../../../ui/time/format.ts'
import type { GroupForm } from '../api/group-form.ts'
import { SWITCHES } from '../api/group-switches.ts'
import { SeasonFacts } from './season-facts.tsx'

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

const DESCRIPTION = { input: { minHeight: 60 } }

type Props = {
  form: GroupForm
  /** The weekends to choose from; undefined while a season group waits for its next round. */
  weekends: readonly { value: string; label: string }[] | undefined
  /** Whether the weekend belongs to a season. */
  hasSeason: boolean
  onWeekend(weekendId: number): void
}

/** Left side of the form: name and description, how users join, and scoring rules. */
export const GroupFacts = ({ form, weekends, hasSeason, onWeekend }: Props) => {
  const draft = form.values
  return (
    <div>
      <Stack gap={10} px={{ base: 16, sm: 20 }} pt={{ base: 12, sm: 16 }} pb={18}>
        <TextInput
          label="Group name"
          description={<Count text={draft.name} most={50} of="name" />}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Textarea
          label={<OptionalLabel>Description</OptionalLabel>}
          rows={2}
          styles={DESCRIPTION}
          description={<Count text={draft.description} most={200} of="description" />}
          {...form.getInputProps('description')}
        />
        {weekends && (
          <NativeSelect
            label="Race weekend"
            {...form.getInputProps('weekendId')}
            value={draft.weekendId < 1 ? '' : String(draft.weekendId)}
            data={[...(draft.weekendId < 1 ? [{ value: '', label: 'Select a race weekend' }] : []), ...weekends]}
            onChange={({ currentTarget }) => onWeekend(Number(currentTarget.value))}
          />
        )}
      </Stack>
      <div className="ps-above">
        {SWITCHES.map(({ key, title, text }) => (
          <Switch
            key={key}
            mih={60}
            py={10}
            px={{ base: 16, sm: 20 }}
            label={title}
            description={text}
            {...form.getInputProps(key, { type: 'checkbox' })}
          />
        ))}
        {hasSeason && <SeasonFacts form={form} />}
      </div>
    </div>
  )
}
