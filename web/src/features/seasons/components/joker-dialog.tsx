import { NativeSelect, Text } from '@mantine/core'
import { useServerForm } from '../../../client/api/use-server-form.ts'
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx'
import { weekendDates } from '../../weekend-data/api/weekend-labels.ts'
import { usePlayJoker } from '../api/joker-mutations.ts'
import type { SeasonRound } from '../api/season-rounds.ts'

type Props = {
  seasonId: number
  /** The rounds in which a joker can be played. */
  open: readonly SeasonRound[]
  /** The round whose joker is moved; absent to play one. */
  from: SeasonRound | undefined
  opened: boolean
  onClose(): void
}

const errorsOf = ({ weekendId }: { weekendId: string }) => (weekendId === '' ? { weekendId: 'Choose a round' } : {})

/** Fields by error code, for errors that name no field. */
const FIELD_OF = { JOKER_LOCKED: 'weekendId', NO_JOKER_LEFT: 'weekendId' }

/** The multiplier comes before the name: a phone cuts the end of a long one. */
const optionLabel = ({ round, multiplier, weekend }: SeasonRound): string =>
  `R${round}${multiplier === 1 ? '' : ` × ${multiplier}`} · ${weekend.name}`

const describe = ({ multiplier, weekend }: SeasonRound): string =>
  `${weekendDates(weekend)}${multiplier === 1 ? '' : `, counts × ${multiplier}`}`

/** Plays a joker in a round, or moves one to another round. */
export const JokerDialog = ({ seasonId, open, from, opened, onClose }: Props) => {
  const form = useServerForm({ weekendId: '' }, errorsOf, FIELD_OF)
  const play = usePlayJoker(seasonId)
  const round = open.find(({ weekendId }) => String(weekendId) === form.values.weekendId)
  const send = () => {
    if (!round) return
    play.mutate(
      {
        weekendId: round.weekendId,
        name: round.weekend.name,
        ...(from && { insteadOf: from.weekendId }),
      },
      { onSuccess: onClose, onError: form.refuse },
    )
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={from ? `Move your joker from ${from.weekend.name}` : 'Play a joker'}
      isDirty={form.isDirty()}
      onSubmit={form.onSubmit(send)}
      isBusy={play.isPending}
      send={from ? 'Move joker' : 'Play joker'}
      busy={from ? 'Moving...' : 'Playing...'}
    >
      <NativeSelect
        label="Round"
        description={round ? describe(round) : undefined}
        data={[
          { value: '', label: 'Choose a round' },
          ...open.map((each) => ({ value: String(each.weekendId), label: optionLabel(each) })),
        ]}
        data-autofocus
        {...form.getInputProps('weekendId')}
      />
      <Text variant="note" mt={12}>
        Your season points in that round count double. You can move the joker or take it back until the round’s first
        qualifying or race locks.
      </Text>
    </FormDialog>
  )
}
