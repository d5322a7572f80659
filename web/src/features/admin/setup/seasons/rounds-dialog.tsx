import { ActionIcon, Box, Button, Flex, NativeSelect, Text } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import type { Season } from '@purple-sector/contracts/weekends/seasons'
import { IconArrowDown, IconArrowUp, IconCalendarEvent, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useServerForm } from '../../../../client/api/use-server-form.ts'
import { Icon } from '../../../../ui/base/icon.tsx'
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx'
import { EmptyState } from '../../../../ui/layout/state.tsx'
import { weekendDates } from '../../../weekend-data/api/weekend-labels.ts'
import { ReasonField } from './reason-field.tsx'
import { addable, draftOf, movedRound, overlap, type RoundDraft } from './rounds.ts'
import { needsReason, useSetRounds } from './season-mutations.ts'

const MULTIPLIERS = [
  { value: '1', label: '× 1' },
  { value: '1.5', label: '× 1.5' },
  { value: '2', label: '× 2' },
  { value: '3', label: '× 3' },
]

type RowProps = {
  weekend: Weekend
  round: number
  multiplier: number
  isLast: boolean
  onMultiplier(multiplier: RoundDraft['multiplier']): void
  onMove(by: -1 | 1): void
  onRemove(): void
}

/** A round in one line, on a phone in two. */
const RoundRow = ({ weekend, round, multiplier, isLast, onMultiplier, onMove, onRemove }: RowProps) => (
  <li>
    <Flex align="center" wrap={{ base: 'wrap', sm: 'nowrap' }} columnGap={10} rowGap={6} py={8}>
      <Box component="span" className="ps-num" w={22} ta="right" c="dimmed" flex="none">
        {round}
      </Box>
      <Box className="ps-wrap" flex="1 1 60%">
        <Text component="b" display="block" fw={550}>
          {weekend.name}
        </Text>
        <Text span variant="note">
          {weekendDates(weekend)}
        </Text>
      </Box>
      <Flex align="center" gap={6} flex="none" ml={{ base: 32, sm: 0 }}>
        <NativeSelect
          aria-label={`Points of ${weekend.name}`}
          w={96}
          mr={6}
          data={MULTIPLIERS}
          value={String(multiplier)}
          onChange={({ currentTarget }) => onMultiplier(Number(currentTarget.value) as RoundDraft['multiplier'])}
        />
        <ActionIcon
          aria-label={`Move up ${weekend.name}`}
          title="Move up"
          disabled={round === 1}
          onClick={() => onMove(-1)}
        >
          <Icon icon={IconArrowUp} />
        </ActionIcon>
        <ActionIcon
          aria-label={`Move down ${weekend.name}`}
          title="Move down"
          disabled={isLast}
          onClick={() => onMove(1)}
        >
          <Icon icon={IconArrowDown} />
        </ActionIcon>
        <ActionIcon aria-label={`Take out ${weekend.name}`} title="Take out" onClick={onRemove}>
          <Icon icon={IconX} />
        </ActionIcon>
      </Flex>
    </Flex>
  </li>
)

type Props = { season: Season; weekends: readonly Weekend[]; opened: boolean; onClose(): void; onImport(): void }

/** The rounds of a season: which weekends, in which order, and what their points are multiplied by. */
export const RoundsDialog = ({ season, weekends, opened, onClose, onImport }: Props) => {
  const form = useServerForm({ rounds: draftOf(season.weekends), reason: '' }, () => ({}), { SEASON_STARTED: 'reason' })
  const [asksReason, setAsksReason] = useState(false)
  const save = useSetRounds()
  const { rounds } = form.values
  const setRounds = (next: RoundDraft[]) => form.setFieldValue('rounds', next)
  const weekendsById = new Map(weekends.map((weekend) => [weekend.id, weekend]))
  const chosen = rounds.flatMap(({ weekendId }) => weekendsById.get(weekendId) ?? [])
  const overlapping = overlap(chosen)
  const others = addable(weekends, season.id, rounds)

  const send = ({ reason }: { reason: string }) =>
    save.mutate(
      { season, rounds, reason },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (needsReason(error)) setAsksReason(true)
          form.refuse(error)
        },
      },
    )

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Rounds of ${season.name}`}
      size="md"
      isDirty={form.isDirty()}
      onSubmit={form.onSubmit(send)}
      isBusy={save.isPending}
      send="Save rounds"
      busy="Saving..."
    >
      {chosen.length === 0 ? (
        <Box mx={{ base: -16, sm: -20 }}>
          <EmptyState
            title="No rounds yet"
            text={
              others.length === 0
                ? 'Import the calendar, or create its weekends first.'
                : 'Add the first weekend below, or import the calendar.'
            }
          />
        </Box>
      ) : (
        <ol className="ps-lined" aria-label="Rounds">
          {rounds.map(({ weekendId, multiplier }, index) => {
            const weekend = weekendsById.get(weekendId)
            return (
              weekend && (
                <RoundRow
                  key={weekendId}
                  weekend={weekend}
                  round={index + 1}
                  multiplier={multiplier}
                  isLast={index === rounds.length - 1}
                  onMultiplier={(value) => setRounds(rounds.with(index, { weekendId, multiplier: value }))}
                  onMove={(by) => setRounds(movedRound(rounds, index, by))}
                  onRemove={() => setRounds(rounds.toSpliced(index, 1))}
                />
              )
            )
          })}
        </ol>
      )}
      {others.length > 0 && (
        <NativeSelect
          label="Add a weekend"
          mt={12}
          value=""
          data={[
            { value: '', label: 'Choose a weekend' },
            ...others.map((weekend) => ({
              value: String(weekend.id),
              label: `${weekend.name}, ${weekendDates(weekend)}`,
            })),
          ]}
          onChange={({ currentTarget }) =>
            setRounds([...rounds, { weekendId: Number(currentTarget.value), multiplier: 1 }])
          }
        />
      )}
      <Button
        variant="outline"
        size="sm"
        mt={12}
        leftSection={<Icon icon={IconCalendarEvent} size={16} />}
        disabled={form.isDirty()}
        onClick={onImport}
      >
        Import calendar
      </Button>
      {overlapping && (
        <Text variant="note" mt={10} role="status">
          {overlapping[0]} and {overlapping[1]} overlap. That’s allowed, if they really run at the same time.
        </Text>
      )}
      {asksReason && <ReasonField mt={12} {...form.getInputProps('reason')} />}
    </FormDialog>
  )
}
