import { Skeleton, Text } from '@mantine/core'
import type { Group } from '@purple-sector/contracts/groups/http'
import type { Category, Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { QueryError } from '../../../client/api/query-error.tsx'
import { useServerForm } from '../../../client/api/use-server-form.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx'
import { LoadingState } from '../../../ui/layout/state.tsx'
import { categoriesQuery } from '../../weekend-data/api/category-queries.ts'
import { useActiveWeekend } from '../../weekend-data/components/active-weekend.tsx'
import {
  changesRules,
  draftOf,
  emptyGroup,
  type GroupDraft,
  type GroupForm,
  groupErrors,
  patchBody,
  withWeekend,
  withWeekendOf,
} from '../api/group-form.ts'
import { useCreateGroup, useUpdateGroup } from '../api/group-mutations.ts'
import { GroupFacts } from './group-facts.tsx'
import classes from './group-form.module.css'
import { ChosenRaces, GroupRaces } from './group-races.tsx'

/** Form fields by error code, for errors that name no field. */
const FIELD_OF = { GROUP_STARTED: 'weekendId', NO_SEASON: 'allSeason' }

/** Returns the selectable weekends; past ones only if already selected, and of a season group all of its own. */
const weekendOptions = (weekends: readonly Weekend[], chosenId: number, seasonGroup: Group | undefined) =>
  weekends
    .filter(({ status, id }) =>
      seasonGroup
        ? seasonGroup.weekends.some(({ weekendId }) => weekendId === id)
        : status !== 'completed' || id === chosenId,
    )
    .map(({ id, name }) => ({ value: String(id), label: name }))

type FormProps = {
  form: GroupForm
  /** The group, if it is a season group: the weekend only says whose sessions are selected. */
  seasonGroup?: Group | undefined
  title: string
  send: string
  busy: string
  isBusy: boolean
  above?: ReactNode
  onSend(draft: GroupDraft): void
  onClose(): void
}

/** The form of a group, for creating and editing. */
const GroupFormDialog = ({ form, seasonGroup, onSend, ...dialog }: FormProps) => {
  const { weekends } = useActiveWeekend()
  const draft = form.values
  const isWaiting = seasonGroup?.weekendId === null
  return (
    <FormDialog
      opened
      size="lg"
      flush
      tabs={<div className="ps-above" />}
      className={classes.form}
      isDirty={form.isDirty()}
      onSubmit={form.onSubmit(onSend)}
      note={<ChosenRaces draft={draft} />}
      {...dialog}
    >
      <GroupFacts
        form={form}
        weekends={isWaiting ? undefined : weekendOptions(weekends, draft.weekendId, seasonGroup)}
        hasSeason={Boolean(seasonGroup || weekends.find(({ id }) => id === draft.weekendId)?.seasonId)}
        onWeekend={(id) =>
          form.setValues(
            seasonGroup ? withWeekendOf(draft, seasonGroup, id) : { ...withWeekend(draft, id), allSeason: false },
          )
        }
      />
      <GroupRaces form={form} isWaiting={isWaiting} />
    </FormDialog>
  )
}

/** Creates a group for the active weekend; the form follows when another becomes active. */
export const CreateGroupDialog = ({ onClose }: { onClose(): void }) => {
  const { weekend } = useActiveWeekend()
  const weekendId = weekend?.id ?? 0
  const form = useServerForm<GroupDraft>(emptyGroup(weekendId), groupErrors, FIELD_OF)
  const create = useCreateGroup()
  const [followedId, follow] = useState(weekendId)
  if (followedId !== weekendId) {
    follow(weekendId)
    form.setInitialValues(withWeekend(form.getInitialValues(), weekendId))
    form.setValues(withWeekend(form.values, weekendId))
  }
  return (
    <GroupFormDialog
      form={form}
      title="Create New Group"
      send="Create Group"
      busy="Creating..."
      isBusy={create.isPending}
      onSend={(draft) => create.mutate(draft, { onSuccess: onClose, onError: form.refuse })}
      onClose={onClose}
    />
  )
}

type EditProps = { group: Group; onClose(): void }

const RulesWarning = () => (
  <Text size="sm" c="var(--ps-yellow-ink)" bg="var(--ps-yellow-wash)" px={{ base: 16, sm: 20 }} py={10} role="status">
    Changes apply to sessions that are still open. Locked sessions keep the old rules. We’ll let your members know.
  </Text>
)

/**
 * Form of an existing group. Races are scored by the rules in force when they locked: changes apply to open ones only.
 */
const EditForm = ({ group, categories, onClose }: EditProps & { categories: readonly Category[] }) => {
  // The group when the dialog opened: only own changes are sent, so concurrent ones by others are not reverted.
  const [before] = useState(() => draftOf(group, categories))
  const form = useServerForm<GroupDraft>(before, groupErrors, FIELD_OF)
  const update = useUpdateGroup()
  const send = (draft: GroupDraft) => {
    const body = patchBody(before, draft)
    if (Object.keys(body).length === 0) onClose()
    else update.mutate({ group, body }, { onSuccess: onClose, onError: form.refuse })
  }
  return (
    <GroupFormDialog
      form={form}
      seasonGroup={group.allSeason ? group : undefined}
      title="Edit Group"
      send="Save"
      busy="Saving..."
      isBusy={update.isPending}
      above={changesRules(patchBody(before, form.values)) && <RulesWarning />}
      onSend={send}
      onClose={onClose}
    />
  )
}

/** Edits a group. Custom points are keyed by category names and would be lost without the categories. */
export const EditGroupDialog = (props: EditProps) => {
  const categories = useQuery(categoriesQuery)
  if (categories.data) return <EditForm {...props} categories={categories.data} />
  return (
    <Dialog opened onClose={props.onClose} size="lg" flush title="Edit Group">
      {categories.isError ? (
        <QueryError order={3} query={categories} title="Couldn’t load the categories" />
      ) : (
        <LoadingState order={3} title="Loading the categories...">
          <Skeleton height={46} />
          <Skeleton height={46} />
        </LoadingState>
      )}
    </Dialog>
  )
}
