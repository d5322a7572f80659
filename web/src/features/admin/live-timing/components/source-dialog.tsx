import type { SourceBody, TimingSource } from '@purple-sector/contracts/admin/live-timing'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { useDraft } from '../../../../client/api/use-draft.ts'
import { TextField } from '../../../../ui/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { SwitchRow } from '../../../../ui/switch-row.tsx'
import { useSetSource } from '../api/source-mutations.ts'
import classes from './sources.module.css'
import { KINDS } from './timing-labels.ts'

type Kind = TimingSource['kind']
type Draft = { raceId: string; kind: Kind; url: string; startAutomatically: boolean; publishAutomatically: boolean }

const KIND_OPTIONS = (['push', 'ndjson', 'natsoft'] as const).map((value) => ({ value, label: KINDS[value].title }))

const EXAMPLES: Record<Exclude<Kind, 'push'>, string> = {
  ndjson: 'https://timing.example/race-1.ndjson',
  natsoft: 'tcp://timing.example:8889',
}

const errorsOf = ({ raceId, kind, url }: Draft) => ({
  ...(raceId === '' ? { raceId: 'Choose the session it delivers' } : {}),
  ...(kind !== 'push' && url.trim() === '' ? { url: 'Enter an address' } : {}),
})

const bodyOf = ({ kind, url, startAutomatically, publishAutomatically }: Draft): SourceBody => ({
  kind,
  url: kind === 'push' ? null : url.trim(),
  startAutomatically: kind !== 'push' && startAutomatically,
  publishAutomatically,
})

/** Sets or changes the source of a session. */
export const SourceDialog = ({
  races,
  source,
  opened,
  onClose,
}: {
  /** The races that can be selected. */
  races: readonly Race[]
  /** The source to change; null sets one for a session without. */
  source: TimingSource | null
  opened: boolean
  onClose(): void
}) => {
  const set = useSetSource()
  const form = useDraft<Draft>(
    {
      raceId: source ? String(source.raceId) : '',
      kind: source?.kind ?? 'push',
      url: source?.url ?? '',
      startAutomatically: source?.startAutomatically ?? true,
      publishAutomatically: source?.publishAutomatically ?? false,
    },
    errorsOf,
  )
  const { draft, errors } = form
  const race = races.find(({ id }) => String(id) === draft.raceId)
  const send = () => race && set.mutate({ race, source: bodyOf(draft) }, { onSuccess: onClose, onError: form.refuse })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={source ? 'Change source' : 'Choose source'}
      className={classes.form}
      onSubmit={form.submit(send)}
      isBusy={set.isPending}
      send={source ? 'Change source' : 'Set source'}
      busy="Saving..."
    >
      <SelectField
        label="Session"
        value={draft.raceId}
        error={errors.raceId}
        disabled={source !== null}
        {...(draft.raceId === '' ? { placeholder: 'Choose a session' } : {})}
        options={races.map(({ id, name, category }) => ({ value: String(id), label: `${name}, ${category}` }))}
        onChange={({ currentTarget }) => form.set({ raceId: currentTarget.value })}
      />
      <div>
        <p className="ps-field-label">Type of source</p>
        <Segmented
          full
          label="Type of source"
          options={KIND_OPTIONS}
          value={draft.kind}
          onChange={(kind) => form.set({ kind })}
        />
        <p className={classes.hint}>{KINDS[draft.kind].note}</p>
      </div>
      {draft.kind !== 'push' && (
        <>
          <TextField
            label="Address"
            inputMode="url"
            placeholder={EXAMPLES[draft.kind]}
            value={draft.url}
            error={errors.url}
            maxLength={2_000}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget }) => form.set({ url: currentTarget.value })}
          />
          <div>
            <p className="ps-field-label">When it connects</p>
            <Segmented
              full
              label="When it connects"
              options={[
                { value: 'now', label: 'Connect now' },
                { value: 'due', label: '15 minutes before the start' },
              ]}
              value={draft.startAutomatically ? 'due' : 'now'}
              onChange={(when) => form.set({ startAutomatically: when === 'due' })}
            />
            {draft.startAutomatically && race?.scheduledStart === null && (
              <p className={classes.hint}>{race.name} has no start time yet. The source connects once it has one.</p>
            )}
          </div>
        </>
      )}
      <SwitchRow
        title="Publish the provisional result automatically"
        text="When the chequered flag is out and every car has finished or is out. Otherwise the order is ready to publish with one click."
        checked={draft.publishAutomatically}
        onChange={(publishAutomatically) => form.set({ publishAutomatically })}
      />
      {source && <p className="ps-note">What’s shown now stays until the new source sends its first snapshot.</p>}
    </FormDialog>
  )
}
