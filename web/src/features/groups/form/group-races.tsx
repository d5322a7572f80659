import { Skeleton, Switch, Text } from '@mantine/core'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../client/api/query-error.tsx'
import { EmptyState, LoadingState } from '../../../ui/layout/state.tsx'
import { plural } from '../../../ui/time/format.ts'
import { useZone } from '../../session/use-zone.ts'
import { byCategory } from '../../weekend-data/api/category-order.ts'
import { useCategories } from '../../weekend-data/api/category-queries.ts'
import { racesQuery } from '../../weekend-data/api/weekend-queries.ts'
import { useActiveWeekend } from '../../weekend-data/components/active-weekend.tsx'
import { counts } from '../api/card-facts.ts'
import { type GroupDraft, type GroupForm, withRaces } from '../api/group-form.ts'
import { WAITING } from '../api/waiting.ts'
import classes from './group-form.module.css'
import { PointsPanel } from './points-panel.tsx'
import { RacePicker } from './race-picker.tsx'

const NONE: readonly Race[] = []

const useRacesOf = (weekendId: number) => useQuery({ ...racesQuery(weekendId), enabled: weekendId > 0 })

const useCountingRaces = (weekendId: number): readonly Race[] => useRacesOf(weekendId).data?.filter(counts) ?? NONE

const chosenOf = ({ selectedRaceIds }: GroupDraft, races: readonly Race[]): readonly Race[] =>
  races.filter(({ id }) => selectedRaceIds.includes(id))

type Props = {
  form: GroupForm
  /** Whether it is a season group that waits for its next round: it has no races yet. */
  isWaiting: boolean
}

const ChooseRaces = ({ form, isWaiting }: Props) => {
  const draft = form.values
  const { weekends } = useActiveWeekend()
  const zone = useZone(weekends.find(({ id }) => id === draft.weekendId)?.timeZone)
  const query = useRacesOf(draft.weekendId)
  const races = query.data?.filter(counts)
  if (isWaiting)
    return <EmptyState order={3} title={WAITING} text="You can choose its races as soon as that round is announced." />
  if (draft.weekendId < 1)
    return <EmptyState order={3} title="No race weekend yet" text="Choose a weekend first to see its races." />
  if (query.isPending)
    return (
      <LoadingState order={3} title="Loading the races...">
        <Skeleton height={46} />
        <Skeleton height={46} />
      </LoadingState>
    )
  if (!races) return <QueryError order={3} query={query} title="Couldn’t load the races" />
  if (races.length === 0)
    return (
      <EmptyState
        order={3}
        title="No races yet"
        text="This weekend’s races haven’t been added yet. All of them will count."
      />
    )
  return (
    <RacePicker
      key={draft.weekendId}
      races={races}
      chosenIds={draft.selectedRaceIds}
      zone={zone}
      error={form.errors.selectedRaceIds}
      onChange={(ids) => form.setValues(withRaces(draft, ids, races))}
    />
  )
}

/** Right side of the form: which races count, and their points. */
export const GroupRaces = ({ form, isWaiting }: Props) => {
  const draft = form.values
  const races = useCountingRaces(draft.weekendId)
  const categories = useCategories()
  const ofChosen = byCategory(chosenOf(draft, races), categories).map(({ id, name }) => ({
    id,
    name,
    isMain: categories.find((category) => category.id === id)?.isMain ?? false,
  }))
  return (
    <div className={classes.races}>
      <ChooseRaces form={form} isWaiting={isWaiting} />
      <Switch
        className="ps-above"
        bg="var(--ps-sunken)"
        px={{ base: 16, sm: 20 }}
        py={11}
        label="Custom points"
        description="Set your own points per category instead of the standard 50/25/15 and 10/6/3."
        {...form.getInputProps('useCustomPointSystem', { type: 'checkbox' })}
      />
      {draft.useCustomPointSystem && (
        <PointsPanel
          categories={ofChosen}
          points={draft.customPointSystem}
          error={form.errors.customPointSystem}
          onChange={(points) => form.setFieldValue('customPointSystem', points)}
        />
      )}
    </div>
  )
}

/** Summary in the footer: `8 races in 3 categories`. */
export const ChosenRaces = ({ draft }: { draft: GroupDraft }) => {
  const races = useCountingRaces(draft.weekendId)
  const chosenRaces = chosenOf(draft, races)
  const counting = chosenRaces.length > 0 ? chosenRaces : races
  const categories = new Set(counting.map(({ categoryId }) => categoryId)).size
  if (counting.length === 0) return null
  return (
    <Text span size="sm" c="dimmed" className="ps-fill" visibleFrom="sm">
      {chosenRaces.length === 0 && 'All '}
      {plural(counting.length, 'race')} in {plural(categories, 'category', 'categories')}
    </Text>
  )
}
