import { Button } from '@mantine/core'
import type { TimingSource } from '@purple-sector/contracts/admin/live-timing'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { IconPlus } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { QueryError } from '../../../../client/api/query-error.tsx'
import { useServerNow } from '../../../../client/time/server-clock.ts'
import { Icon } from '../../../../ui/base/icon.tsx'
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../../ui/layout/state.tsx'
import { ListLoading } from '../../base/components/list-loading.tsx'
import { useDialogSubject } from '../../base/components/use-dialog-subject.ts'
import { useRemoveSource } from '../api/source-mutations.ts'
import { SourceDialog } from './source-dialog.tsx'
import { SourceRow } from './source-row.tsx'

const RemoveDialog = ({ race, opened, onClose }: { race: Race; opened: boolean; onClose(): void }) => {
  const remove = useRemoveSource()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => remove.mutate(race, { onSuccess: onClose })}
      title={`Remove the source of ${race.name}?`}
      text={`No more timing for ${race.name}, ${race.category}. Fans keep the last snapshot, and tips that have closed stay closed.`}
      confirm={remove.isPending ? 'Removing...' : 'Remove source'}
      busy={remove.isPending}
    />
  )
}

/** Whether a race accepts a source: finished races accept no snapshots. */
const acceptsSnapshots = ({ status, resultRevision }: Race): boolean =>
  status !== 'completed' && resultRevision === null

/** The sources of the weekend's sessions and their state. */
export const SourcesPanel = ({
  races,
  sources,
  watched,
  onWatch,
}: {
  races: readonly Race[]
  sources: UseQueryResult<TimingSource[]>
  watched: number | undefined
  onWatch(raceId: number): void
}) => {
  const now = useServerNow()
  const form = useDialogSubject<TimingSource | 'new'>()
  const removal = useDialogSubject<Race>()
  const list = sources.data
  const free = races.filter((race) => acceptsSnapshots(race) && !list?.some(({ raceId }) => raceId === race.id))
  const editedSource = form.subject === 'new' ? null : form.subject
  return (
    <Panel
      title="Sources"
      flush
      actions={
        list && (
          <Button
            variant="outline"
            size="sm"
            leftSection={<Icon icon={IconPlus} size={16} />}
            disabled={free.length === 0}
            onClick={() => form.open('new')}
          >
            Choose source
          </Button>
        )
      }
    >
      {list === undefined ? (
        sources.isError ? (
          <QueryError order={3} title="Couldn’t load the sources" query={sources} />
        ) : (
          <ListLoading title="Loading the sources..." />
        )
      ) : list.length === 0 ? (
        <EmptyState
          order={3}
          title="No source is set up"
          text="Set a source for a session. Until then fans see no live timing."
        />
      ) : (
        <ul className="ps-lined" aria-label="Sources">
          {list.map((source) => {
            const race = races.find(({ id }) => id === source.raceId)
            return (
              <SourceRow
                key={source.raceId}
                source={source}
                race={race}
                now={now}
                isWatched={source.raceId === watched}
                onWatch={() => onWatch(source.raceId)}
                onChange={() => form.open(source)}
                onRemove={() => race && removal.open(race)}
              />
            )
          })}
        </ul>
      )}
      {form.subject && editedSource !== undefined && (
        <SourceDialog
          key={`form-${form.key}`}
          races={editedSource ? races.filter(({ id }) => id === editedSource.raceId) : free}
          source={editedSource}
          opened={form.opened}
          onClose={form.close}
        />
      )}
      {removal.subject && (
        <RemoveDialog
          key={`removal-${removal.key}`}
          race={removal.subject}
          opened={removal.opened}
          onClose={removal.close}
        />
      )}
    </Panel>
  )
}
