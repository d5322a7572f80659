import type { Group } from '@purple-sector/contracts/groups/http'
import type { Category, Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { QueryError } from '../../../lib/query-error.tsx'
import { useDraft } from '../../../lib/use-draft.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { LoadingState } from '../../../ui/state.tsx'
import { categoriesQuery } from '../../categories/category-queries.ts'
import { useActiveWeekend } from '../../weekends/active-weekend.tsx'
import { useCreateGroup, useUpdateGroup } from '../group-mutations.ts'
import { GroupFacts } from './group-facts.tsx'
import classes from './group-form.module.css'
import {
  changesRules,
  draftOf,
  emptyGroup,
  type GroupDraft,
  type GroupForm,
  groupErrors,
  patchBody,
  withWeekend,
} from './group-form.ts'
import { ChosenRaces, GroupRaces } from './group-races.tsx'

/** Refusals that name no field of theirs, by the field they are about. */
const FIELD_OF = { GROUP_STARTED: 'weekendId' }

/** Those that are over are offered for nothing new. */
const weekendOptions = (weekends: readonly Weekend[], chosenId: number) =>
  weekends
    .filter(({ status, id }) => status !== 'completed' || id === chosenId)
    .map(({ id, name }) => ({ value: String(id), label: name }))

type FormProps = {
  form: GroupForm
  title: string
  send: string
  busy: string
  isBusy: boolean
  above?: ReactNode
  onSend(draft: GroupDraft): void
  onClose(): void
}

/** The form of a group, for a new one as for one that there is. */
const GroupFormDialog = ({ form, onSend, ...dialog }: FormProps) => {
  const { weekends } = useActiveWeekend()
  const { draft, errors, set, become } = form
  return (
    <FormDialog
      opened
      size="lg"
      flush
      className={classes.form}
      onSubmit={form.submit(onSend)}
      note={<ChosenRaces draft={draft} />}
      {...dialog}
    >
      <GroupFacts
        draft={draft}
        errors={errors}
        set={set}
        weekends={weekendOptions(weekends, draft.weekendId)}
        onWeekend={(weekendId) => become(withWeekend(draft, weekendId))}
      />
      <GroupRaces form={form} />
    </FormDialog>
  )
}

/** Makes a group for the active weekend: where another becomes that, the form follows. */
export const CreateGroupDialog = ({ onClose }: { onClose(): void }) => {
  const { weekend } = useActiveWeekend()
  const weekendId = weekend?.id ?? 0
  const form = useDraft<GroupDraft>(emptyGroup(weekendId), groupErrors, FIELD_OF)
  const create = useCreateGroup()
  const [followedId, follow] = useState(weekendId)
  if (followedId !== weekendId) {
    follow(weekendId)
    form.become(withWeekend(form.draft, weekendId))
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
  <p className={classes.warning} role="status">
    Changes apply to sessions that are still open. Locked sessions keep the old rules. We’ll let your members know.
  </p>
)

/** The form of a group that there is. Scoring goes by the rules at the moment a race locked: others count for what is still open. */
const EditForm = ({ group, categories, onClose }: EditProps & { categories: readonly Category[] }) => {
  // What it was when it was opened: what somebody else changes meanwhile is not taken back.
  const [before] = useState(() => draftOf(group, categories))
  const form = useDraft<GroupDraft>(before, groupErrors, FIELD_OF)
  const update = useUpdateGroup()
  const send = (draft: GroupDraft) => {
    const body = patchBody(before, draft)
    if (Object.keys(body).length === 0) onClose()
    else update.mutate({ group, body }, { onSuccess: onClose, onError: form.refuse })
  }
  return (
    <GroupFormDialog
      form={form}
      title="Edit Group"
      send="Save"
      busy="Saving..."
      isBusy={update.isPending}
      above={changesRules(patchBody(before, form.draft)) && <RulesWarning />}
      onSend={send}
      onClose={onClose}
    />
  )
}

/** Changes a group. Its own points go by the names of categories: without these they would be lost. */
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
