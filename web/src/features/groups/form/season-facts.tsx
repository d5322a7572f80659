import '@mantine/core/styles/NumberInput.layer.css'
import { NativeSelect, NumberInput, Stack, Switch } from '@mantine/core'
import type { GroupForm } from '../api/group-form.ts'

const MISSED = [
  { value: 'zero', label: 'No points' },
  { value: 'lowest', label: 'The lowest score of the weekend' },
  { value: 'average', label: 'The average score of the weekend' },
]
const AS_SEASON = { value: '', label: 'As in the season' }

const LATE = [
  { value: 'none', label: 'Don’t count' },
  { value: 'missed', label: 'Count as missed weekends' },
]

/** Whether the group continues through the season, and by which rules its season counts. */
export const SeasonFacts = ({ form }: { form: GroupForm }) => {
  const { allSeason } = form.values
  const wasSeasonGroup = form.getInitialValues().allSeason
  return (
    <>
      <Switch
        mih={60}
        py={10}
        px={{ base: 16, sm: 20 }}
        label="All season"
        description="This group continues with every weekend of the season."
        {...form.getInputProps('allSeason', { type: 'checkbox' })}
      />
      {allSeason && (
        <Stack gap={10} px={{ base: 16, sm: 20 }} pt={12} pb={18}>
          <NumberInput
            label="Best rounds that count"
            placeholder={wasSeasonGroup ? 'All rounds' : 'As in the season'}
            min={1}
            max={50}
            allowDecimal={false}
            {...form.getInputProps('countBest')}
          />
          <NativeSelect
            label="A missed weekend gets"
            data={wasSeasonGroup ? MISSED : [AS_SEASON, ...MISSED]}
            {...form.getInputProps('missedWeekend')}
          />
          <NativeSelect label="Rounds before a member joined" data={LATE} {...form.getInputProps('lateJoiners')} />
        </Stack>
      )}
    </>
  )
}
