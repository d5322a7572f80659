import { NativeSelect, SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { SourceBody, TimingSource } from '@purple-sector/contracts/admin/live-timing'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { useServerForm } from '../../../../client/api/use-server-form.ts'
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx'
import { useSetSource } from '../api/source-mutations.ts'
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
  const form = useServerForm<Draft>(
    {
      raceId: source ? String(source.raceId) : '',
      kind: source?.kind ?? 'push',
      url: source?.url ?? '',
      startAutomatically: source?.startAutomatically ?? true,
      publishAutomatically: source?.publishAutomatically ?? false,
    },
    errorsOf,
  )
  const draft = form.values
  const race = races.find(({ id }) => String(id) === draft.raceId)
  const send = () => race && set.mutate({ race, source: bodyOf(draft) }, { onSuccess: onClose, onError: form.refuse })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={source ? 'Change source' : 'Choose source'}
      isDirty={form.isDirty()}
      onSubmit={form.onSubmit(send)}
      isBusy={set.isPending}
      send={source ? 'Change source' : 'Set source'}
      busy="Saving..."
    >
      <Stack gap={16}>
        <NativeSelect
          label="Session"
          disabled={source !== null}
          data={[
            ...(draft.raceId === '' ? [{ value: '', label: 'Choose a session' }] : []),
            ...races.map(({ id, name, category }) => ({ value: String(id), label: `${name}, ${category}` })),
          ]}
          {...form.getInputProps('raceId')}
        />
        <div>
          <p className="ps-field-label">Type of source</p>
          <SegmentedControl
            fullWidth
            aria-label="Type of source"
            data={KIND_OPTIONS}
            {...form.getInputProps('kind', { withError: false })}
          />
          <Text variant="note" mt={6}>
            {KINDS[draft.kind].note}
          </Text>
        </div>
        {draft.kind !== 'push' && (
          <>
            <TextInput
              label="Address"
              inputMode="url"
              placeholder={EXAMPLES[draft.kind]}
              maxLength={2_000}
              autoComplete="off"
              spellCheck={false}
              {...form.getInputProps('url')}
            />
            <div>
              <p className="ps-field-label">When it connects</p>
              <SegmentedControl
                fullWidth
                aria-label="When it connects"
                data={[
                  { value: 'now', label: 'Connect now' },
                  { value: 'due', label: '15 minutes before the start' },
                ]}
                value={draft.startAutomatically ? 'due' : 'now'}
                onChange={(when) => form.setFieldValue('startAutomatically', when === 'due')}
              />
              {draft.startAutomatically && race?.scheduledStart === null && (
                <Text variant="note" mt={6}>
                  {race.name} has no start time yet. The source connects once it has one.
                </Text>
              )}
            </div>
          </>
        )}
        <Switch
          label="Publish the provisional result automatically"
          description="When the chequered flag is out and every car has finished or is out. Otherwise the order is ready to publish with one click."
          {...form.getInputProps('publishAutomatically', { type: 'checkbox' })}
        />
        {source && <Text variant="note">What’s shown now stays until the new source sends its first snapshot.</Text>}
      </Stack>
    </FormDialog>
  )
}
