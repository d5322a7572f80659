import { Box } from '@mantine/core'
import type { Group } from '@purple-sector/contracts/groups/http'
import type { Category, Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { reasonOf } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormFoot } from '../../../ui/form-foot.tsx'
import { plural } from '../../../ui/format.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/state.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { byCategory } from '../../categories/category-order.ts'
import { categoriesQuery, useCategories } from '../../categories/category-queries.ts'
import { useActiveWeekend } from '../../weekends/active-weekend.tsx'
import { racesQuery } from '../../weekends/weekend-queries.ts'
import { counts } from '../card-facts.ts'
import { useCreateGroup, useUpdateGroup } from '../group-mutations.ts'
import { GroupFacts } from './group-facts.tsx'
import classes from './group-form.module.css'
import {
  changesRules,
  draftOf,
  emptyGroup,
  type GroupDraft,
  groupErrors,
  patchBody,
  withRaces,
  withWeekend,
} from './group-form.ts'
import { PointsPanel } from './points-panel.tsx'
import { RacePicker } from './race-picker.tsx'

/** Refusals that name no field of theirs, by the field they are about. */
const FIELD_OF = { GROUP_STARTED: 'weekendId' }

const NONE: readonly Race[] = []

/** Those that are over are offered for nothing new. */
const weekendOptions = (weekends: readonly Weekend[], chosenId: number) =>
  weekends
    .filter(({ status, id }) => status !== 'completed' || id === chosenId)
    .map(({ id, name }) => ({ value: String(id), label: name }))

type Form = ReturnType<typeof useDraft<GroupDraft>>

const useRacesOf = (weekendId: number) => useQuery({ ...racesQuery(weekendId), enabled: weekendId > 0 })

/** The right side of the form: which races count, and what they give. */
const GroupRaces = ({ form: { draft, errors, become, set } }: { form: Form }) => {
  const { weekends } = useActiveWeekend()
  const query = useRacesOf(draft.weekendId)
  const categories = useCategories()
  const races = query.data?.filter(counts)
  const timeZone = weekends.find(({ id }) => id === draft.weekendId)?.timeZone
  const chosen = races?.filter(({ id }) => draft.selectedRaceIds.includes(id)) ?? NONE
  const ofChosen = byCategory(chosen, categories).map(({ id, name }) => ({
    id,
    name,
    isMain: categories.find((category) => category.id === id)?.isMain ?? false,
  }))
  return (
    <div className={classes.races}>
      {races && races.length > 0 ? (
        <RacePicker
          key={draft.weekendId}
          races={races}
          chosen={draft.selectedRaceIds}
          zone={{ timeZone }}
          error={errors.selectedRaceIds}
          onChange={(ids) => become(withRaces(draft, ids, races))}
        />
      ) : races ? (
        <EmptyState
          order={3}
          title="No races yet"
          text="The races of this weekend are not announced. All will count."
        />
      ) : query.isError ? (
        <ErrorState
          order={3}
          title="The races did not load"
          message={reasonOf(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : draft.weekendId < 1 ? (
        <EmptyState order={3} title="No race weekend yet" text="Choose the weekend first: its races follow." />
      ) : (
        <LoadingState order={3} title="Loading the races...">
          <Skeleton height={46} />
          <Skeleton height={46} />
        </LoadingState>
      )}
      <SwitchRow
        className={classes.custom}
        title="Custom points"
        text="Own points for each category instead of the standard 50/25/15 and 10/6/3."
        checked={draft.useCustomPointSystem}
        onChange={(useCustomPointSystem) => set({ useCustomPointSystem })}
      />
      {draft.useCustomPointSystem && (
        <PointsPanel
          categories={ofChosen}
          points={draft.customPointSystem}
          error={errors.customPointSystem}
          onChange={(customPointSystem) => set({ customPointSystem })}
        />
      )}
    </div>
  )
}

/** `8 races in 3 categories`, at the foot. */
const Chosen = ({ draft }: { draft: GroupDraft }) => {
  const races = useRacesOf(draft.weekendId).data?.filter(counts) ?? NONE
  const chosen = races.filter(({ id }) => draft.selectedRaceIds.includes(id))
  const counting = chosen.length > 0 ? chosen : races
  const categories = new Set(counting.map(({ categoryId }) => categoryId)).size
  if (counting.length === 0) return null
  return (
    <Box component="span" className="ps-sm ps-muted ps-fill" visibleFrom="sm">
      {chosen.length === 0 && 'All '}
      {plural(counting.length, 'race')} in {plural(categories, 'category', 'categories')}
    </Box>
  )
}

const GroupForm = ({ id, form, onSend }: { id: string; form: Form; onSend(draft: GroupDraft): void }) => {
  const { weekends } = useActiveWeekend()
  return (
    <form id={id} className={classes.form} onSubmit={form.submit(onSend)} noValidate>
      <GroupFacts
        draft={form.draft}
        errors={form.errors}
        set={form.set}
        weekends={weekendOptions(weekends, form.draft.weekendId)}
        onWeekend={(weekendId) => form.become(withWeekend(form.draft, weekendId))}
      />
      <GroupRaces form={form} />
    </form>
  )
}

/** Makes a group for the active weekend: where another becomes that, the form follows. */
export const CreateGroupDialog = ({ onClose }: { onClose(): void }) => {
  const id = useId()
  const { weekend } = useActiveWeekend()
  const weekendId = weekend?.id ?? 0
  const form = useDraft<GroupDraft>(emptyGroup(weekendId), groupErrors, FIELD_OF)
  const create = useCreateGroup()
  const followed = useRef(weekendId)
  useEffect(() => {
    if (followed.current === weekendId) return
    followed.current = weekendId
    form.become(withWeekend(form.draft, weekendId))
  }, [weekendId, form])
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      flush
      title="Create New Group"
      foot={
        <>
          <Chosen draft={form.draft} />
          <FormFoot id={id} onClose={onClose} isBusy={create.isPending} send="Create Group" busy="Creating..." />
        </>
      }
    >
      <GroupForm
        id={id}
        form={form}
        onSend={(draft) => create.mutate(draft, { onSuccess: onClose, onError: form.refuse })}
      />
    </Dialog>
  )
}

type EditProps = { group: Group; onClose(): void }

/** The form of a group that there is. Scoring goes by the rules at the moment a race locked: others count for what is still open. */
const EditForm = ({ group, categories, onClose }: EditProps & { categories: readonly Category[] }) => {
  const id = useId()
  // What it was when it was opened: what somebody else changes meanwhile is not taken back.
  const before = useRef(draftOf(group, categories)).current
  const form = useDraft<GroupDraft>(before, groupErrors, FIELD_OF)
  const update = useUpdateGroup()
  const send = (draft: GroupDraft) => {
    const body = patchBody(before, draft)
    if (Object.keys(body).length === 0) onClose()
    else update.mutate({ group, body }, { onSuccess: onClose, onError: form.refuse })
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      flush
      title="Edit Group"
      foot={
        <>
          <Chosen draft={form.draft} />
          <FormFoot id={id} onClose={onClose} isBusy={update.isPending} send="Save" busy="Saving..." />
        </>
      }
    >
      {changesRules(patchBody(before, form.draft)) && (
        <p className={classes.warning} role="status">
          Changed rules count for the sessions that are still open. Those that are locked keep theirs, and your members
          are told.
        </p>
      )}
      <GroupForm id={id} form={form} onSend={send} />
    </Dialog>
  )
}

/** Changes a group. Its own points go by the names of categories: without these they would be lost. */
export const EditGroupDialog = (props: EditProps) => {
  const categories = useQuery(categoriesQuery)
  if (categories.data) return <EditForm {...props} categories={categories.data} />
  return (
    <Dialog opened onClose={props.onClose} size="lg" flush title="Edit Group">
      {categories.isError ? (
        <ErrorState
          order={3}
          title="The categories did not load"
          message={reasonOf(categories.error)}
          onRetry={() => void categories.refetch()}
          retrying={categories.isFetching}
        />
      ) : (
        <LoadingState order={3} title="Loading the categories...">
          <Skeleton height={46} />
          <Skeleton height={46} />
        </LoadingState>
      )}
    </Dialog>
  )
}
